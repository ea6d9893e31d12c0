// Runs before the first paint, so that a light page never flashes dark.
;(function () {
  var theme = 'dark'
  try {
    if (localStorage.getItem('preferred-theme') === 'light') theme = 'light'
  } catch {
    // Storage may be forbidden.
  }
  document.documentElement.dataset.theme = theme
  document.documentElement.style.colorScheme = theme
})()
