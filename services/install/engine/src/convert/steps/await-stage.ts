import { EngineError } from '../../failures/engine-error.js';
import { withLinux, type Step, type StepContext, type StepResult } from '../context.js';
import { stageFailure } from './await-write.js';

/** Interval at which the wait for the stage checks whether Linux is back. */
const LINUX_POLL_MS = 15_000;
/** Time allowed for a slow shutdown. vps/restart.sh forces the restart after a minute. */
const STILL_SHUTTING_DOWN_MS = 4 * 60_000;

/** Waits for the stage's check-in and detects early that the VPS started Linux instead. */
export const checkIn: Step = async (context) => {
  const agent = await context.reported();
  return agent.checkedInAt !== null ? { next: 'commit' } : stillWaiting(context);
};

export const commit: Step = async (context) => {
  const agent = await context.reported();
  if (agent.commitNonce !== null) return { next: 'write' };
  if (agent.failed?.final) throw stageFailure(agent.failed, context.state);
  return stillWaiting(context);
};

async function stillWaiting(context: StepContext): Promise<StepResult> {
  const { state, ports } = context;
  const { pollMs } = ports.settings;
  const waited = ports.now().getTime() - Date.parse(state.stepSince);
  if (state.recoveryBoot !== undefined) {
    if (waited > ports.settings.limits[state.step].ms) throw new EngineError('RECOVERY_SILENT');
    return { nextRunInMs: pollMs };
  }
  if (isPollDue(waited, pollMs)) await refuseIfLinux(context, waited);
  return { nextRunInMs: pollMs };
}

/**
 * Returns true for one poll per LINUX_POLL_MS. Computed from the elapsed time, so that workers need no stored state.
 */
function isPollDue(waitedMs: number, everyMs: number): boolean {
  return waitedMs % LINUX_POLL_MS < everyMs && waitedMs > LINUX_POLL_MS;
}

async function refuseIfLinux(context: StepContext, waited: number): Promise<void> {
  const bootId = await withLinux(context, (linux) => Promise.resolve(linux.bootId)).catch(
    (error: unknown) => {
      // Another machine responds at this address, so the install must not be granted a commit.
      const isOther = error instanceof EngineError && error.code === 'SSH_HOST_KEY_CHANGED';
      if (error instanceof EngineError && !isOther) return null;
      throw error;
    },
  );
  if (bootId === null) return;
  if (bootId !== context.state.linuxBootId) throw new EngineError('STAGE_NOT_STARTED');
  if (waited > STILL_SHUTTING_DOWN_MS) throw new EngineError('REBOOT_FAILED');
}
