import { toFailure } from '../../failures/engine-error.js';
import { DEFAULT_ACCOUNT } from '../../rdp/account-name.js';
import { SHAPES, type Shape } from '../../rdp/credssp.js';
import { verdictOf, type Outcome } from '../../rdp/outcome.js';
import { signIn, type SignIn } from '../../rdp/sign-in.js';
import type { StepContext, StepResult } from '../context.js';
import type { SignInTries } from '../state.js';

/** Whether all attempts are used up, so that only the owner can request another. */
export const isOutOfTries = ({ state, ports }: StepContext): boolean =>
  (state.signIns?.count ?? 0) >= ports.settings.signIn.maxTries;

/** Returns the milliseconds until the next attempt is allowed; 0 or less means now. */
export const waitForTry = ({ state, ports }: StepContext): number =>
  state.signIns ? Date.parse(state.signIns.notBefore) - ports.now().getTime() : 0;

/**
 * Proves the customer's password by a sign-in, or records the failed attempt and schedules the next one. An attempt
 * counts once AUTHENTICATE was sent; a connection that fails earlier does not count.
 */
export async function proveBySignIn(
  context: StepContext,
  nextRunInMs: number,
): Promise<StepResult> {
  const { job, state, ports, worker } = context;
  const { settings } = ports;
  const agent = await ports.agent.state(job.installId);
  const sinceMs = ports.now().getTime() - Date.parse(state.stepSince);
  // The report with the administrator's name arrives a few seconds after Windows' first response.
  if (agent.windowsUpAt === null && sinceMs < settings.signIn.accountNameWaitMs)
    return { nextRunInMs };

  const account = agent.account ?? DEFAULT_ACCOUNT;
  const password = await ports.rdpPassword(job.installId);
  const tries = new RunTries(state.signIns, settings.signIn);
  const result = await signIn(
    { host: job.host, port: job.port },
    { user: account, password },
    settings.signIn.limits,
    worker.signal,
    { from: state.signIns?.from, admit: (shape) => tries.admit(shape) },
  );
  const lastAnswer = `sign-in: ${describe(result)}`;
  const verdict = verdictOf(result, { account, port: job.port });
  const at = ports.now();
  if (verdict.proven) {
    const { certificateSha256 } = verdict;
    const rdp = { account, port: job.port, proof: 'password_accepted' as const, certificateSha256 };
    return { next: 'end', learned: { lastAnswer, rdp: { ...rdp, provenAt: at.toISOString() } } };
  }
  if (result.kind === 'unreachable') return { nextRunInMs, learned: { lastAnswer } };
  const signIns = {
    ...afterTries(context, verdict, tries.sent, at),
    from: tries.nextShape(result),
  };
  // During a review, the sign-in failure also becomes the displayed failure.
  const failure = state.step === 'review' ? { failure: signIns.failure } : {};
  return { nextRunInMs: 0, learned: { lastAnswer, signIns, ...failure } };
}

/** Counts the attempts of one run and remembers their shape. */
class RunTries {
  sent = 0;
  private last: Shape | null = null;

  constructor(
    private readonly earlier: SignInTries | null | undefined,
    private readonly limits: { maxTries: number; maxConsecutiveTries: number },
  ) {}

  admit(shape: Shape): boolean {
    const left = this.limits.maxTries - (this.earlier?.count ?? 0);
    if (this.sent >= Math.min(left, this.limits.maxConsecutiveTries)) return false;
    this.sent += 1;
    this.last = shape;
    return true;
  }

  /** Returns the shape that got a response, or the shape after the last unanswered one. */
  nextShape({ kind }: SignIn): Shape | undefined {
    if (!this.last) return this.earlier?.from;
    const next = (SHAPES.indexOf(this.last) + 1) % SHAPES.length;
    return kind === 'lost' ? SHAPES[next] : this.last;
  }
}

function afterTries(
  { state, ports }: StepContext,
  outcome: Outcome,
  sent: number,
  at: Date,
): SignInTries {
  const { retryMs, lateRetryMs } = ports.settings.signIn;
  const count = (state.signIns?.count ?? 0) + Math.max(sent, 1);
  const isLateRetry = count > 1 || outcome.code === 'RDP_ACCOUNT_LOCKED';
  return {
    count,
    notBefore: new Date(at.getTime() + (isLateRetry ? lateRetryMs : retryMs)).toISOString(),
    failure: {
      ...toFailure(outcome.code, outcome.values),
      detail: outcome.detail,
      at: at.toISOString(),
    },
  };
}

const describe = (result: SignIn): string =>
  'detail' in result
    ? `${result.kind} (${result.detail})`
    : result.kind === 'refused'
      ? `refused (0x${result.status.toString(16)})`
      : result.kind;
