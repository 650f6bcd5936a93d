import { EngineError } from '../../failures/engine-error.js';
import { probeRdp, type RdpAnswer } from '../../rdp/probe.js';
import { DEFAULT_ACCOUNT } from '../../rdp/account-name.js';
import type { Step, StepContext, StepResult } from '../context.js';
import { linuxMissing, startLinux, verifyLinux } from './await-linux.js';
import { isOutOfTries, proveBySignIn, waitForTry } from './sign-in.js';

/** Waits for Windows' first start, until remote desktop responds or Windows reports. */
export const start: Step = async (context) => {
  if (context.state.linux) return startLinux(context);
  const answer = await ask(context);
  const { windowsUpAt } = await context.reported();
  if (answer.kind === 'rdp' || windowsUpAt !== null) return { next: 'verify' };
  return {
    nextRunInMs: context.ports.settings.pollMs,
    learned: { lastAnswer: describe(answer) },
  };
};

/**
 * Requires two handshakes, so that a Windows about to restart does not count, then signs in with the customer's
 * password.
 */
export const verify: Step = async (context) => {
  if (context.state.linux) return verifyLinux(context);
  if (isOutOfTries(context)) throw signInFailed(context);
  const waitMs = waitForTry(context);
  if (waitMs > 0) return { nextRunInMs: waitMs };
  const { pollMs } = context.ports.settings;
  const first = await ask(context);
  const second = first.kind === 'rdp' ? await ask(context) : first;
  return proveOr(context, second, pollMs);
};

/**
 * Keeps checking while the install waits for an administrator or the owner; a successful sign-in still completes it.
 */
export const review: Step = async (context) => {
  if (context.state.linux) return verifyLinux(context);
  const { reviewPollMs } = context.ports.settings;
  const waitMs = waitForTry(context);
  if (isOutOfTries(context) || waitMs > 0) return { nextRunInMs: Math.max(waitMs, reviewPollMs) };
  return proveOr(context, await ask(context), reviewPollMs);
};

async function proveOr(
  context: StepContext,
  answer: RdpAnswer,
  nextRunInMs: number,
): Promise<StepResult> {
  const lastAnswer = describe(answer);
  if (answer.kind !== 'rdp') return { nextRunInMs, learned: { lastAnswer } };
  if (!context.state.handshakeOnly) return proveBySignIn(context, nextRunInMs);
  const { job, ports } = context;
  const { account } = await ports.agent.state(job.installId);
  const rdp = {
    account: account ?? DEFAULT_ACCOUNT,
    port: job.port,
    proof: 'handshake' as const,
    provenAt: ports.now().toISOString(),
    certificateSha256: null,
  };
  return { next: 'end', learned: { lastAnswer, rdp } };
}

/** Returns the failure for a Windows that could not be proven in time, based on its last response. */
export function windowsMissing(context: StepContext): EngineError {
  const { job, state } = context;
  if (state.linux) return linuxMissing(context);
  if (state.signIns) return signInFailed(context);
  const other = state.lastAnswer?.startsWith('other');
  return new EngineError(
    other ? 'WINDOWS_NOT_RDP' : 'WINDOWS_SILENT',
    { port: job.port },
    { detail: state.lastAnswer ?? 'never asked' },
  );
}

function signInFailed({ state }: StepContext): EngineError {
  const { code, message, cure, detail } = state.signIns!.failure;
  const error = new EngineError(code, {}, detail === null ? {} : { detail });
  Object.assign(error.failure, { message, cure });
  return error;
}

function ask({ job, ports, worker }: StepContext): Promise<RdpAnswer> {
  worker.signal.throwIfAborted();
  if (!ports.addresses.check(job.host).ok) {
    throw new EngineError('ADDRESS_REFUSED', { address: job.host });
  }
  return probeRdp(job.host, job.port, ports.settings.rdp);
}

const describe = (answer: RdpAnswer): string =>
  answer.kind === 'other'
    ? `other: ${answer.text}`
    : answer.kind === 'rdp'
      ? `rdp: ${answer.protocol}`
      : answer.kind;
