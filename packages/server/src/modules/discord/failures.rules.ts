import type { ChannelProblem, ConnectFailure } from '@keydesk/contract/bot-port'

/** Every refusal by the chat service, as a sentence for the bot log and the screen. */

const connectSentences: Record<ConnectFailure['kind'], string> = {
  wrong_token: 'Discord does not accept the bot token',
  not_permitted: 'Discord refuses to let the bot in',
  unreachable: 'Discord cannot be reached',
  no_answer: 'Discord did not answer within 15 seconds',
  closed: 'Discord closed the connection',
}

const channelSentences: Record<ChannelProblem['kind'], string> = {
  unknown_channel: 'This channel does not exist',
  unknown_message: 'Somebody deleted the post in Discord',
  no_access: 'The bot cannot see this channel',
  no_permission: 'The bot is not allowed to post in this channel',
  no_history: 'The bot cannot read the history of this channel, so it may post something twice',
  wrong_token: 'Discord does not accept the bot token',
  other: 'Discord refused the message',
}

export const describeConnectFailure = ({ kind, detail }: ConnectFailure): string => withDetail(connectSentences[kind], detail)
export const describeChannelProblem = ({ kind, detail }: ChannelProblem): string => withDetail(channelSentences[kind], detail)

/** Why channels and roles cannot be listed. */
export const describeListProblem = ({ kind, detail }: ChannelProblem): string =>
  kind === 'wrong_token' ? channelSentences.wrong_token : withDetail('Discord did not list its channels', detail)

/** Whether retrying cannot help: it takes a new token, or a person. */
export const isFinal = ({ kind }: ConnectFailure): boolean => kind === 'wrong_token' || kind === 'not_permitted'

const withDetail = (sentence: string, detail: string | null): string =>
  detail === null || detail === '' ? sentence : `${sentence} (${detail})`

/** Replaces the token wherever a text contains it. */
export const hideToken = (text: string, token: string): string => (token === '' ? text : text.replaceAll(token, '[token]'))
