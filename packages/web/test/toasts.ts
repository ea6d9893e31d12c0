/** The texts of the shown toasts, newest first. */
export const shownToasts = () => [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => toast.textContent)
