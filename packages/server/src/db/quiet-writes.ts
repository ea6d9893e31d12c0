/**
 * Statements that change nothing of what is kept ready (db/kept.ts): answers show none of it, and a session that is looked up is neither
 * ended nor prolonged by one that begins, nor by those whose time is over being cleared away. Without them a sign-in, or the bot's sign of
 * life every four seconds, would drop every list that is kept. What is not named here counts as a change.
 */
const quiet = [
  /^select /,
  /^(?:insert into|update|delete from) "(?:lease|sign_in_attempt)" /,
  /^insert into "session" /,
  /^delete from "session" where "expires_at" <= \+\?$/,
]

export const isQuiet = (sql: string): boolean => quiet.some((pattern) => pattern.test(sql))
