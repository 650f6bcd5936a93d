import type { Closing } from './closing.js';

/** End reason for a crash of the client's code. */
export const CRASHED: Closing = { code: null, crashed: true };

/**
 * Calls `crashed` if the client's code fails. A panic surfaces as an error event of the page and settles no promise,
 * so callers would wait forever. The code works only after the page is reloaded.
 *
 * @returns stops watching
 */
export function watchForCrash(crashed: () => void): () => void {
  const onError = ({ error }: ErrorEvent) => {
    if (error instanceof WebAssembly.RuntimeError) crashed();
  };
  window.addEventListener('error', onError);
  return () => window.removeEventListener('error', onError);
}
