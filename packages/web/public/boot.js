// Runs before the first paint, which it keeps in order (docs/decisions/0014). Short: it is counted with what a first load weighs.
;(function () {
  var root = document.documentElement

  function stored(name) {
    try {
      return localStorage.getItem(name)
    } catch {
      // Storage may be forbidden.
      return null
    }
  }

  root.dataset.theme = stored('preferred-theme') === 'light' ? 'light' : 'dark'
  root.style.colorScheme = root.dataset.theme

  // The app will lead elsewhere: the shell is not what is to be seen.
  var isSignedIn = stored('token') !== null
  if (isSignedIn === /^\/login\/?$/.test(location.pathname)) root.dataset.shell = 'off'

  // What a product's page shows can be asked for now: the shell shows it, and the app takes it over.
  var shown = Promise.resolve()
  var product = /^\/products\/([1-9]\d*)\/?$/.exec(location.pathname)
  if (product !== null && isSignedIn) {
    var url = (document.currentScript.dataset.host || location.origin) + '/products/id/' + product[1]
    var answer = fetch(url, { headers: { authorization: stored('token') } })
    window.earlyRead = { url: url, token: stored('token'), at: Date.now(), answer: answer }
    shown = answer
      .then(function (response) {
        return response.ok ? response.clone().json() : null
      })
      .then(take)
      .catch(function () {
        // The app meets the same, and says so.
      })
  }

  function take(body) {
    var found = body && (body.data || body)
    if (!found) return
    window.earlyRead.found = found
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', fill.bind(null, found))
    else fill(found)
  }

  function fill(found) {
    for (var slot of document.querySelectorAll('.shell [data-fill]')) {
      var value = found[slot.dataset.fill]
      if (typeof value !== 'string' || value === '') continue
      if (slot.dataset.fill === 'full_description') slot.replaceWith(bare(new DOMParser().parseFromString(value, 'text/html').body))
      else slot.textContent = (slot.dataset.before || '') + value
    }
  }

  // Words in tags of the editor's, without attributes: nothing in it runs, leads anywhere or is fetched.
  function bare(node) {
    if (node.nodeType === 3) return node.data
    var isShown = /^([AP]|BR|EM|H2|LI|[OU]L|STRONG|BLOCKQUOTE)$/.test(node.nodeName)
    var made = isShown ? document.createElement(node.nodeName) : document.createDocumentFragment()
    made.append.apply(made, Array.from(node.childNodes, bare))
    return made
  }

  // What the app consists of is named by the build (build/first-paint.ts), and for its screen by the server.
  function named(name) {
    var meta = document.querySelector('meta[name="' + name + '"]')
    return meta === null ? [] : meta.content.split(' ')
  }

  // Not before the page is painted, which would share the line with it.
  var isFetched = false
  function fetchApp() {
    if (isFetched) return
    isFetched = true
    for (var file of named('app').concat(named('app-parts'))) {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = file
      document.head.append(link)
    }
  }

  var isRun = false
  function run() {
    var app = named('app')[0]
    if (isRun || app === undefined) return
    isRun = true
    fetchApp()
    var script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = app
    document.head.append(script)
  }

  function runOncePainted() {
    requestAnimationFrame(function () {
      fetchApp()
      setTimeout(run)
    })
  }

  document.addEventListener('DOMContentLoaded', function () {
    // A page that nobody looks at is not painted.
    if (document.hidden) return run()
    void shown.then(runOncePainted)
    setTimeout(run, 500)
  })
})()
