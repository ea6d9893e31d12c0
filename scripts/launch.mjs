// The entry of every npm script. It may be run by a Node that is too old for the rest, so that it and scripts/launch/ stay dependency-free
// and within what Node 18 understands.
if (Number(process.versions.node.split('.')[0]) < 18) {
  console.error(`Keydesk starts with Node 18 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}

const { main } = await import('./launch/main.mjs')
process.exit(await main(process.argv.slice(2)))
