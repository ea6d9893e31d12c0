// Loaded into every tool that the launcher starts: it ends the tool when the launcher is killed.
// Tools pass their flags on to their own child processes, whose channels belong to the tools.
if (process.channel !== undefined && process.env['KEYDESK_LAUNCHER'] === String(process.ppid)) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The listener alone would keep a finished tool alive.
  process.channel.unref()
}
