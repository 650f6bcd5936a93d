import { useSyncExternalStore } from 'react';
import { emitter } from '@/lib/emitter.js';

/** Who asked waits for a new access token, or for null where the user gives up. */
export interface StepUp {
  finish: (token: string | null) => void;
}

const changes = emitter();
let hosts = 0;
let open: StepUp | null = null;
let answer: Promise<string | null> | null = null;

/**
 * Asks the user for the password or a code, because a call needs it (403 STEP_UP_REQUIRED). One dialog for all calls that
 * were refused at the same time.
 *
 * @returns a new access token, or null where the user gave up
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

/** What is asked for now. For the one host that shows the dialog. */
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
