/** The style and the script of the order page. Both are inside the page, so that it is complete at once. */

export const style = `
:root{color-scheme:light dark;--bg:#f6f7f9;--surface:#fff;--border:#e1e5ea;--edge:#828b98;--text:#15181d;--muted:#5a6370;--accent:#3450c9;--on-accent:#fff;--red:#991b1b}
@media (prefers-color-scheme:dark){:root{--bg:#0b0d10;--surface:#12151a;--border:#2a3039;--edge:#5b6572;--text:#e9ebee;--muted:#9ba4b0;--accent:#8ba3ff;--on-accent:#0b0d10;--red:#f87171}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:40rem;margin:0 auto;padding:2rem 1rem 4rem}
.brand,.note,.quiet{color:var(--muted);margin:0}
.brand{font-weight:600}
.brand img{display:block;height:2.5rem;max-width:100%;object-fit:contain;object-position:left}
@media (prefers-color-scheme:dark){.brand img{padding:.375rem;border-radius:8px;background:#fff}}
h1{font-size:1.5rem;line-height:2rem;margin:.25rem 0;text-wrap:balance}
h2{font-size:1rem;margin:0}
p{text-wrap:pretty}
p a,time{display:inline-block}
section{margin-top:1rem;padding:1rem;background:var(--surface);border:1px solid var(--border);border-radius:12px}
ul{list-style:none;margin:.75rem 0 0;padding:0}
li{display:flex;flex-wrap:wrap;gap:.5rem .75rem;align-items:center;justify-content:space-between;min-height:61px;padding:.5rem 0;border-top:1px solid var(--border)}
code{font:1rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere;min-width:0;user-select:all}
li>code{flex:1}
s{color:var(--muted)}
form{margin:0}
button,.button{min-height:44px;padding:0 1rem;border:1px solid var(--edge);border-radius:8px;background:none;color:inherit;font:inherit;cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
button:disabled{opacity:.6}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
label{display:block;font-weight:600}
input{width:100%;min-height:44px;margin:.25rem 0;padding:0 .75rem;border:1px solid var(--edge);border-radius:8px;background:var(--surface);color:inherit;font:inherit}
.mistake{margin:0 0 .75rem;min-height:1.5rem;color:var(--red)}
.text{margin:0;white-space:pre-line}
details{margin-bottom:-.5rem;border-top:1px solid var(--border)}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;justify-content:space-between;color:var(--accent)}
summary::after{content:"";width:8px;height:8px;margin:-4px 4px 0;border:solid;border-width:0 2px 2px 0;rotate:45deg}
[open]>summary::after{margin-top:4px;rotate:225deg}
details .text{margin-bottom:.75rem}
dt{text-wrap:balance}
dl{display:grid;grid-template-columns:1fr auto;gap:.25rem 1rem;margin:.75rem 0 0}
dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
@media print{button,form{display:none}}
`

/** In a browser that runs no scripts, Show loads the page again with that one key, and moments are in UTC. */
export const script = `
const local = (root) => {
  for (const time of root.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
    time.style.visibility = ''
  }
}
const offerCopies = (root) => {
  for (const button of root.querySelectorAll('button[data-copy]')) button.hidden = false
}
offerCopies(document)
// Loading the formats of dates takes as long as the rest of the page: it is painted before.
for (const time of document.querySelectorAll('time')) time.style.visibility = 'hidden'
requestAnimationFrame(() => setTimeout(() => local(document)))
document.addEventListener('submit', async (event) => {
  const form = event.target
  const row = form.closest('li')
  if (row === null) return
  event.preventDefault()
  form.querySelector('button').disabled = true
  try {
    const answer = await fetch(form.action, { method: 'POST' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const shown = page.getElementById(row.id)
    if (shown === null) throw new Error()
    row.replaceWith(shown)
    local(shown)
    offerCopies(shown)
    shown.querySelector('button:not([hidden])')?.focus()
  } catch {
    form.submit()
  }
})
document.addEventListener('click', async ({ target }) => {
  if (!(target instanceof HTMLButtonElement) || target.dataset.copy === undefined) return
  const code = target.closest('li').querySelector('code')
  try {
    await navigator.clipboard.writeText(code.textContent)
    target.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(code)
    target.textContent = 'Selected'
  }
})
`
