/** What the toasts say that stand on the page, the newest first. */
export const shownToasts = () => [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.textContent)
