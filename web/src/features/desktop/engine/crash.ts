import type { Closing } from './closing.js';

/** How it ends where the client's own code fails. */
export const CRASHED: Closing = { code: null, crashed: true };

/**
 * Calls `crashed` where the client's code fails. What waits for it would never end: a panic of it is an error of the page and settles
 * no promise, and that code does nothing more until the page is loaded anew.
 *
 * @returns the way to stop watching
 */
export function watchForCrash(crashed: () => void): () => void {
  const look = ({ error }: ErrorEvent) => {
    if (error instanceof WebAssembly.RuntimeError) crashed();
  };
  window.addEventListener('error', look);
  return () => window.removeEventListener('error', look);
}
