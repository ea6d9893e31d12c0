// Loaded into every tool that the launcher starts: when the launcher is killed, nothing else tells them.
// Tools hand their flags on to processes of their own, whose channels are not ours to touch.
if (process.channel !== undefined && process.env['KEYDESK_LAUNCHER'] === String(process.ppid)) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Listening alone would keep a tool alive that has finished.
  process.channel.unref()
}
