import { EngineError, toFailure } from '../../failures/engine-error.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { shortText } from '@casement/windows-image/text.js';
import { withLinux, type Step } from '../context.js';
import { mayHaveLeftFiles, type ConvertState, type Restored } from '../state.js';

/** Failures after which the service must not sign in to the VPS. */
const NO_SIGN_IN_AFTER: readonly FailureCode[] = ['ADDRESS_REFUSED', 'SSH_HOST_KEY_CHANGED'];

/** Paths that may remain, in the order in which the steps create them. */
const MAY_REMAIN = ['/var/lib/casement', '/boot/casement', '/boot/grub/custom.cfg'];

const MAX_LEFT = 20;
const MAX_PATH_LENGTH = 200;

/**
 * Runs after a failure before the commit: waits for Linux, then removes our files. Only then is the install failed.
 * Finishes immediately if no files were sent.
 */
export const restore: Step = async (context) => {
  const { state, ports } = context;
  if (!mayHaveLeftFiles(state)) return done(withoutRestore(state));
  if (NO_SIGN_IN_AFTER.includes(state.failure!.code)) return done(notRestored(state));
  try {
    return await withLinux(context, async (linux) => {
      const answer = await linux.change(
        'clean-up',
        {},
        { code: 'REMOTE_FAILED', what: 'removing our files', timeoutMs: 60_000 },
      );
      const left = [...answer.matchAll(/^LEFT=(.+)$/gm)]
        .slice(0, MAX_LEFT)
        .map(([, path = '']) => shortText(path, MAX_PATH_LENGTH));
      return done({ linux: true, clean: left.length === 0, left });
    });
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === 'REMOTE_SUPERSEDED') throw error;
    if (!NO_SIGN_IN_AFTER.includes(error.code)) return { nextRunInMs: ports.settings.retryMs };
    // This failure is more severe than the original failure, so it replaces it.
    const at = ports.now().toISOString();
    const failure = { ...toFailure(error.code), detail: state.failure!.code, at };
    return { next: 'end', learned: { restored: notRestored(state), failure } };
  }
};

/** Returns the result for a VPS that did not return to Linux in time. */
export const notRestored = ({ stagePath, sentBefore }: ConvertState): Restored => ({
  linux: false,
  clean: false,
  left: stagePath === null && !sentBefore ? MAY_REMAIN.slice(0, 1) : MAY_REMAIN,
});

/** Returns the result for a VPS that needs no restore: it never left Linux, or `null` if it had none. */
export const withoutRestore = ({ recoveryBoot }: ConvertState): Restored | null =>
  recoveryBoot === undefined ? { linux: true, clean: true, left: [] } : null;

const done = (restored: Restored | null) => ({ next: 'end' as const, learned: { restored } });
