import { defineConfig } from 'vite'

/** What holds native code, and what is first loaded when it is needed: a start should not read it. Found in node_modules when it runs. */
const stayOutside = [
  '@discordjs/ws',
  '@node-rs/argon2',
  'better-sqlite3',
  'discord.js',
  'file-type',
  'pg',
  'pino-pretty',
  'sanitize-html',
  'sharp',
]

/**
 * The server as `npm start` runs it: one file for the 1,200 that a start would otherwise look up, read and compile one by one, which took
 * half of its time. Names and lines stay as they are written, for the stacks in the log.
 */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true, external: stayOutside },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['src/main.ts', 'src/modules/media/image-process.ts', 'src/html/clean-thread.ts', 'src/db/damage-process.ts'],
      // All in one folder: the file of a thread or a process is looked for beside the code that starts it.
      // Node keeps the text of a file in memory, with two bytes for each character if a single one is not ASCII.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', charset: 'ascii', comments: false },
    },
  },
})
