import { EngineError } from '../../engine-error.js';
import type { FailureCode } from '../../failures.js';
import { withLinux, type Step, type StepContext } from '../context.js';
import type { Restored } from '../state.js';

/** Between two tries to reach a VPS that is on its way back to Linux. */
const TRY_AGAIN_MS = 5000;

/** With these the VPS must not be signed in to again. */
const NOT_TO_BE_ENTERED: readonly FailureCode[] = ['ADDRESS_REFUSED', 'SSH_HOST_KEY_CHANGED'];

/** What lies there from which step on. */
const MAY_REMAIN = ['/var/lib/casement', '/boot/casement', '/boot/grub/custom.cfg'];

/**
 * After a failure before the commit: waits until Linux is back by itself, and takes away what we brought. Only
 * then is the install failed. At once where nothing was brought: before there is a plan, nothing is sent.
 */
export const restore: Step = async (context) => {
  const { state } = context;
  if (state.plan === null) return done({ linux: true, clean: true, left: [] });
  if (NOT_TO_BE_ENTERED.includes(state.failure!.code)) return done(notRestored(context));
  try {
    return await withLinux(context, async (linux) => {
      const answer = await linux.change(
        'clean-up',
        {},
        { code: 'REMOTE_FAILED', what: 'our files were removed', timeoutMs: 60_000 },
      );
      const left = [...answer.matchAll(/^LEFT=(.+)$/gm)].map((match) => match[1]);
      return done({ linux: true, clean: left.length === 0, left });
    });
  } catch (error) {
    if (!(error instanceof EngineError) || error.code === 'REMOTE_SUPERSEDED') throw error;
    return { againInMs: TRY_AGAIN_MS };
  }
};

/** The VPS did not come back in time: the record says so, and what may lie there. */
export const notRestored = ({ state }: StepContext): Restored => ({
  linux: false,
  clean: false,
  left: state.stagePath === null ? MAY_REMAIN.slice(0, 1) : MAY_REMAIN,
});

const done = (restored: Restored) => ({ next: 'end' as const, learned: { restored } });
