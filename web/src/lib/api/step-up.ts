import { useSyncExternalStore } from 'react';
import { emitter } from '@/lib/emitter.js';

/** A pending confirmation. Callers wait for a new access token, or for null if the user cancels. */
export interface StepUp {
  finish: (token: string | null) => void;
}

const changes = emitter();
let hosts = 0;
let open: StepUp | null = null;
let answer: Promise<string | null> | null = null;

/**
 * Asks the user for the password or a code because a call requires it (403 STEP_UP_REQUIRED). Calls rejected at the
 * same time share one dialog.
 *
 * @returns a new access token, or null if the user cancelled
 */
export function requestStepUp(): Promise<string | null> {
  if (hosts === 0) return Promise.resolve(null);
  answer ??= new Promise<string | null>((resolve) => {
    open = { finish: resolve };
    changes.emit();
  }).finally(() => {
    answer = null;
    open = null;
    changes.emit();
  });
  return answer;
}

/** Returns the pending confirmation. Used by the single component that renders the dialog. */
export const useStepUp = (): StepUp | null => useSyncExternalStore(subscribe, () => open);

function subscribe(listener: () => void): () => void {
  hosts += 1;
  const stop = changes.subscribe(listener);
  return () => {
    hosts -= 1;
    stop();
    if (hosts === 0) open?.finish(null);
  };
}
