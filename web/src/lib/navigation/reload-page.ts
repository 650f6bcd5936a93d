/** Reloads the page. In a separate file because tests cannot mock `location.reload`. */
export const reloadPage = (): void => location.reload();
