import { EngineError, toFailure } from '../../failures/engine-error.js';
import type { FailureCode } from '../../failures/failures.js';
import { shortText } from '@casement/windows-image/text.js';
import { withLinux, type Step } from '../context.js';
import { mayHaveSent, type ConvertState, type Restored } from '../state.js';

/** With these the VPS must not be signed in to again. */
const NOT_TO_BE_ENTERED: readonly FailureCode[] = ['ADDRESS_REFUSED', 'SSH_HOST_KEY_CHANGED'];

/** What lies there from which step on. */
const MAY_REMAIN = ['/var/lib/casement', '/boot/casement', '/boot/grub/custom.cfg'];

/** More than clean-up looks at. */
const MAX_LEFT = 20;
const MAX_PATH_LENGTH = 200;

/**
 * After a failure before the commit: waits until Linux is back, and removes what we brought. Only
 * then is the install failed. At once where nothing was brought.
 */
export const restore: Step = async (context) => {
  const { state, ports } = context;
  if (!mayHaveSent(state)) return done(UNTOUCHED);
  if (NOT_TO_BE_ENTERED.includes(state.failure!.code)) return done(notRestored(state));
  try {
    return await withLinux(context, async (linux) => {
      const answer = await linux.change(
        'clean-up',
        {},
        { code: 'REMOTE_FAILED', what: 'our files were removed', timeoutMs: 60_000 },
      );
      const left = [...answer.matchAll(/^LEFT=(.+)$/gm)]
        .slice(0, MAX_LEFT)
        .map(([, path = '']) => shortText(path, MAX_PATH_LENGTH));
      return done({ linux: true, clean: left.length === 0, left });
    });
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === 'REMOTE_SUPERSEDED') throw error;
    if (!NOT_TO_BE_ENTERED.includes(error.code)) return { againInMs: ports.settings.tryAgainMs };
    // Worse than what the install failed with, so it is recorded in its place.
    const at = ports.now().toISOString();
    const failure = { ...toFailure(error.code), detail: state.failure!.code, at };
    return { next: 'end', learned: { restored: notRestored(state), failure } };
  }
};

/** The VPS did not come back in time: the record holds that, and what may remain there. */
export const notRestored = ({ stagePath, sentBefore }: ConvertState): Restored => ({
  linux: false,
  clean: false,
  left: stagePath === null && !sentBefore ? MAY_REMAIN.slice(0, 1) : MAY_REMAIN,
});

/** Linux was never left, and nothing was brought to it. */
export const UNTOUCHED: Restored = { linux: true, clean: true, left: [] };

const done = (restored: Restored) => ({ next: 'end' as const, learned: { restored } });
