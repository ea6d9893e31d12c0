// The entry of every npm script. A Node that is too old for the rest may run it, so it and scripts/launch/ use no dependencies and only what
// Node 18 knows.
if (Number(process.versions.node.split('.')[0]) < 18) {
  console.error(`Keydesk starts with Node 18 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}

const { main } = await import('./launch/main.mjs')
process.exit(await main(process.argv.slice(2)))
