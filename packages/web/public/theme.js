// Blocks the first paint for a moment, so that the page never shows in the wrong theme.
;(function () {
  var theme = 'dark'
  try {
    if (localStorage.getItem('preferred-theme') === 'light') theme = 'light'
  } catch {
    // Storage may be forbidden; the default theme serves.
  }
  document.documentElement.dataset.theme = theme
  document.documentElement.style.colorScheme = theme
})()
