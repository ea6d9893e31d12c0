export { createBot } from './bot.ts'
