import { EngineError } from '../../engine-error.js';
import { probeRdp, type RdpAnswer } from '../../rdp/probe.js';
import type { Step, StepContext } from '../context.js';

/** Windows starts for the first time: until remote desktop answers, or Windows reports that it is up. */
export const start: Step = async (context) => {
  const answer = await ask(context);
  const { windowsUpAt } = await context.ports.agent.state(context.job.installId);
  if (answer.kind === 'rdp' || windowsUpAt !== null) return { next: 'verify' };
  return {
    againInMs: context.ports.settings.lookAgainMs,
    learned: { lastAnswer: describe(answer) },
  };
};

/** The proof: two handshakes one after the other, so that a Windows about to restart once more does not count. */
export const verify: Step = async (context) => {
  const first = await ask(context);
  const second = first.kind === 'rdp' ? await ask(context) : first;
  if (second.kind === 'rdp') return { next: 'end', learned: { lastAnswer: describe(second) } };
  return {
    againInMs: context.ports.settings.lookAgainMs,
    learned: { lastAnswer: describe(second) },
  };
};

/** An administrator has to look; meanwhile the proof may still come, for a day. */
export const review: Step = async (context) => {
  const answer = await ask(context);
  if (answer.kind === 'rdp') return { next: 'end', learned: { lastAnswer: describe(answer) } };
  return {
    againInMs: context.ports.settings.reviewAgainMs,
    learned: { lastAnswer: describe(answer) },
  };
};

/** When the time for Windows is over: what it is called depends on what answered last. */
export function windowsMissing({ job, state }: StepContext): EngineError {
  const other = state.lastAnswer?.startsWith('other');
  return new EngineError(
    other ? 'WINDOWS_NOT_RDP' : 'WINDOWS_SILENT',
    { port: job.port },
    { detail: state.lastAnswer ?? 'never asked' },
  );
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
