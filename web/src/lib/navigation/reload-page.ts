/** Loads the page anew. In a file of its own, because no test can look at `location.reload`. */
export const reloadPage = (): void => location.reload();
