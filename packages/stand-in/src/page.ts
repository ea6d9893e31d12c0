import { escape, page, timeOf } from './html.ts'
import { botUser, type Channel, type Embed, type Message, type World } from './world.ts'

/** A page that reloads every second, for people who want to see messages arrive. */
export const renderPage = (world: World): string =>
  page({
    ...{ title: 'Chat service (stand-in)', reloadSeconds: 1, style },
    body: `<header><h1>Demo server</h1><p>A stand-in for the chat service. What the bot posts appears here.</p></header>
<main>${world.channels.map((channel) => renderChannel(channel, world.messages)).join('')}</main>`,
  })

function renderChannel({ id, name }: Channel, messages: readonly Message[]): string {
  const posted = messages.filter((message) => message.channelId === id).toReversed()
  const list =
    posted.length === 0 ? '<p class="none">Nothing was posted yet.</p>' : `<ol reversed>${posted.map(renderMessage).join('')}</ol>`
  return `<section aria-label="${escape(name)}"><h2># ${escape(name)}</h2>${list}</section>`
}

const renderMessage = ({ postedAt, content, embeds, edits }: Message): string =>
  `<li><p class="who"><b>${escape(botUser.username)}</b> ${timeOf(postedAt)}${edits > 0 ? ' (edited)' : ''}</p>${content === '' ? '' : `<p>${escape(content)}</p>`}${embeds.map(renderEmbed).join('')}</li>`

function renderEmbed({ title = '', url, description, fields = [], thumbnail, color = 0 }: Embed): string {
  const name = url === undefined ? escape(title) : `<a href="${escape(url)}" target="_blank" rel="noreferrer">${escape(title)}</a>`
  const facts = fields.map((field) => `<div><dt>${escape(field.name)}</dt><dd>${escape(field.value)}</dd></div>`).join('')
  return `<article style="border-left-color:#${color.toString(16).padStart(6, '0')}"><div><h3>${name}</h3>${
    description === undefined ? '' : `<p>${escape(description)}</p>`
  }${facts === '' ? '' : `<dl>${facts}</dl>`}</div>${thumbnail === undefined ? '' : `<img alt="" src="${escape(thumbnail.url)}">`}</article>`
}

const style = `
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 360px), 1fr)); gap: 24px; padding: 24px }
h2 { font-size: 16px; margin: 0 0 12px } li { margin-bottom: 16px } .who { margin: 0 0 4px }
article { display: flex; justify-content: space-between; gap: 16px; max-width: 520px; padding: 12px 16px; border-left: 4px solid; border-radius: 4px; background: light-dark(#fff, #1a1e25) }
h3 { margin: 0; font-size: 15px } article p { margin: 4px 0 0; white-space: pre-wrap } dl { margin: 8px 0 0 }
dt { font-weight: 600 } dd { margin: 0 0 8px; white-space: pre-wrap; overflow-wrap: anywhere } img { width: 80px; height: 80px; object-fit: cover; border-radius: 4px }`
