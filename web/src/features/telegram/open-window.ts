/**
 * Opens an address in a new window. False where the browser forbids it: a pop-up blocker steps in when the answer took
 * longer than a click counts. (With `noopener` it could not be told, hence the new window is cut off by hand.)
 */
export function openWindow(url: string): boolean {
  const opened = window.open(url, '_blank');
  if (!opened || opened.closed) return false;
  opened.opener = null;
  return true;
}
