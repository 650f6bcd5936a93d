import { EngineError, toFailure, type RecordedFailure } from '../failures/engine-error.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';
import { installPhase, type InstallPhase } from '@casement/proto/http/install/install.js';
import { redact, redactSecrets } from '../failures/redact.js';
import { secretsOf } from '../ssh/credentials.js';
import { reportsOf, type Step, type StepContext, type StepResult } from './context.js';
import type { Worker } from '../ssh/with-linux.js';
import type { ConvertPorts } from './ports.js';
import type { ConvertJob, ConvertState, ConvertStatus, StepName } from './state.js';
import { checkIn, commit } from './steps/await-stage.js';
import { configure, write } from './steps/await-write.js';
import { review, start, verify, windowsMissing } from './steps/await-windows.js';
import { connect, inspect, probe, Refused } from './steps/inspect.js';
import { prepare } from './steps/prepare.js';
import { arm, restart } from './steps/restart.js';
import { notRestored, restore } from './steps/restore.js';

interface StepEntry {
  run: Step;
  phase: InstallPhase;
  status: ConvertStatus;
}

/** Whether the commit is still ahead; it follows `rebooting`. Until then the VPS always returns to Linux. */
const isBeforeCommit = (phase: InstallPhase): boolean =>
  installPhase.options.indexOf(phase) < installPhase.options.indexOf('writing');

const end: Step = () => Promise.resolve({ nextRunInMs: Number.MAX_SAFE_INTEGER });

/** `review`, `restore` and `end` keep the phase that the install had already reached. */
const TABLE: Record<Exclude<StepName, 'review' | 'restore' | 'end'>, StepEntry> = {
  connect: { run: connect, phase: 'connecting', status: 'preparing' },
  inspect: { run: inspect, phase: 'checking', status: 'preparing' },
  probe: { run: probe, phase: 'checking', status: 'preparing' },
  prepare: { run: prepare, phase: 'preparing', status: 'preparing' },
  arm: { run: arm, phase: 'rebooting', status: 'preparing' },
  restart: { run: restart, phase: 'rebooting', status: 'preparing' },
  'check-in': { run: checkIn, phase: 'rebooting', status: 'preparing' },
  commit: { run: commit, phase: 'rebooting', status: 'preparing' },
  write: { run: write, phase: 'writing', status: 'running' },
  configure: { run: configure, phase: 'configuring', status: 'running' },
  start: { run: start, phase: 'starting', status: 'running' },
  verify: { run: verify, phase: 'verifying', status: 'running' },
};
const RUN: Record<StepName, Step> = {
  ...(Object.fromEntries(Object.entries(TABLE).map(([name, { run }]) => [name, run])) as Record<
    keyof typeof TABLE,
    Step
  >),
  review,
  restore,
  end,
};

/** Transient connection failures, retried until the step times out. */
const TRANSIENT: readonly FailureCode[] = [
  'SSH_LOST',
  'SSH_TIMEOUT',
  'SSH_REFUSED',
  'SSH_UNREACHABLE',
  'SSH_SILENT',
  'REMOTE_BUSY',
];

/** An sshd that is shutting down may reject a password or key that it accepted a minute ago. */
const HUNG_UP: readonly FailureCode[] = [
  'SSH_AUTH_FAILED',
  'SSH_USER_AUTH_FAILED',
  'SSH_KEY_REFUSED',
];

const isGoingDown = (step: StepName, code: FailureCode): boolean =>
  step === 'restart' && HUNG_UP.includes(code);

export interface Advance {
  state: ConvertState;
  /** Delay until the next run; `null` if no run follows. */
  nextRunInMs: number | null;
  /** Unexpected internal error, for the log. */
  fault?: unknown;
}

/**
 * Runs the current step once. The caller must store the returned state before doing other work; any worker may
 * continue from it.
 * @throws EngineError REMOTE_SUPERSEDED if a newer worker has the install: store nothing
 * @throws the reason of the worker's signal, and errors of closing the commit (such as an unavailable database)
 */
export async function advance(
  job: ConvertJob,
  state: ConvertState,
  ports: ConvertPorts,
  worker: Worker,
): Promise<Advance> {
  if (state.step === 'end') return { state, nextRunInMs: null };
  const context = { job, state, ports, worker, reported: reportsOf(job, ports) };
  try {
    worker.signal.throwIfAborted();
    return await settle(context, (await decided(context)) ?? (await RUN[state.step](context)));
  } catch (error) {
    worker.signal.throwIfAborted();
    if (error instanceof EngineError && error.code === 'REMOTE_SUPERSEDED') throw error;
    return error instanceof EngineError ? afterError(context, error) : afterFault(context, error);
  }
}

const mayContinue = ({ state }: StepContext): boolean =>
  isBeforeCommit(state.phase) && state.step !== 'restore';

/**
 * Applies a decision about the commit that this worker has not seen, made elsewhere or by a worker that crashed
 * before recording it. If the commit was granted, the disk is being replaced and the root password is erased, so no
 * earlier step may run again. If it was closed, the stored failure stands.
 */
async function decided(context: StepContext): Promise<StepResult | null> {
  if (!mayContinue(context)) return null;
  const agent = await context.reported();
  if (agent.commitNonce !== null) return { next: 'write' };
  if (!agent.commitClosed) return null;
  const { closedWith } = agent;
  const at = context.ports.now().toISOString();
  const failure = closedWith ?? { ...toFailure('ENGINE_FAULT'), detail: 'commit closed', at };
  return { next: 'restore', learned: { failure } };
}

function settle(context: StepContext, result: StepResult): Advance | Promise<Advance> {
  const state = { ...context.state, ...result.learned };
  if ('next' in result) {
    const entered = enter(state, result.next, context.ports.now());
    return { state: entered, nextRunInMs: entered.step === 'end' ? null : 0 };
  }
  const settled = { ...context, state };
  if (isPastDeadline(settled)) return onDeadline(settled);
  return { state, nextRunInMs: result.nextRunInMs };
}

function enter(state: ConvertState, step: StepName, now: Date): ConvertState {
  const entered = { ...state, step, stepSince: now.toISOString() };
  if (step in TABLE) {
    const { phase, status } = TABLE[step as keyof typeof TABLE];
    return { ...entered, phase, status };
  }
  if (step === 'review') return { ...entered, status: 'manual_review' };
  if (step === 'restore') return entered;
  if (state.step === 'restore') return { ...entered, status: 'failed' };
  // A successful sign-in during the review cancels the failure.
  return { ...entered, status: 'completed', failure: null };
}

function isPastDeadline({ state, ports }: StepContext): boolean {
  const { limits } = ports.settings;
  const { ms } = isComingBack(state) ? limits.restore : limits[state.step];
  return ports.now().getTime() - Date.parse(state.stepSince) > ms;
}

/**
 * Whether the VPS may still be returning to Linux: after a restart of the install, the previous stage finds its token
 * revoked and restarts.
 */
const isComingBack = ({ step, sentBefore }: ConvertState): boolean =>
  step === 'connect' && sentBefore;

function onDeadline(context: StepContext): Advance | Promise<Advance> {
  const { state, ports } = context;
  if (state.step === 'review') {
    return { state: { ...state, step: 'end' }, nextRunInMs: null };
  }
  if (state.step === 'restore') {
    const learned = { restored: notRestored(state) };
    return { state: enter({ ...state, ...learned }, 'end', ports.now()), nextRunInMs: null };
  }
  if (state.step === 'start' || state.step === 'verify')
    return fail(context, windowsMissing(context));
  return fail(context, new EngineError(ports.settings.limits[state.step].code ?? 'ENGINE_FAULT'));
}

function afterError(context: StepContext, error: EngineError): Advance | Promise<Advance> {
  // Errors during a review are ignored; the review keeps polling until its time limit.
  if (context.state.step === 'review') {
    if (isPastDeadline(context)) return onDeadline(context);
    return { state: context.state, nextRunInMs: context.ports.settings.reviewPollMs };
  }
  // The first connection fails immediately, because a wrong address should be reported within seconds. An address
  // that has responded before is correct and may merely be limiting connections.
  const { step, fingerprint } = context.state;
  const hasAnswered = step !== 'connect' || fingerprint !== null || isComingBack(context.state);
  const isTransient =
    (TRANSIENT.includes(error.code) && hasAnswered) || isGoingDown(step, error.code);
  if (isTransient && !isPastDeadline(context))
    return { state: context.state, nextRunInMs: context.ports.settings.retryMs };
  return fail(context, error);
}

/** Retries an unexpected fault, such as an unavailable database, for as long as the step may take. */
async function afterFault(context: StepContext, fault: unknown): Promise<Advance> {
  const { state, ports } = context;
  if (!isPastDeadline(context)) {
    const nextRunInMs =
      state.step === 'review' ? ports.settings.reviewPollMs : ports.settings.retryMs;
    return { state, nextRunInMs, fault };
  }
  if (state.step === 'review' || state.step === 'restore') {
    return { ...(await onDeadline(context)), fault };
  }
  // The message may contain secrets, so it goes only to the log.
  const detail = fault instanceof Error ? fault.name : typeof fault;
  return { ...(await fail(context, new EngineError('ENGINE_FAULT', {}, { detail }))), fault };
}

/**
 * Sends the install to `restore` before the commit and to `review` after it. The grant decides: if the commit is
 * granted concurrently, the install continues.
 */
async function fail(context: StepContext, error: EngineError): Promise<Advance> {
  const { job, state, ports, worker } = context;
  const now = ports.now();
  const detail = await redactedDetail(context, error);
  const failure = { ...error.failure, detail, at: now.toISOString() };
  const recorded = {
    ...state,
    failure,
    ...(error instanceof Refused ? { checks: error.checks } : {}),
  };
  if (isBeforeCommit(state.phase)) {
    if (await ports.agent.closeCommit(job.installId, worker.epoch, failure)) {
      return { state: enter(recorded, 'restore', now), nextRunInMs: 0 };
    }
    return { state: enter(state, 'write', now), nextRunInMs: 0 };
  }
  return { state: enter(recorded, 'review', now), nextRunInMs: 0 };
}

/**
 * Redacts the root password, because the VPS's output may contain it and is stored longer than the password. After
 * the commit and from a recovery system the text comes from the stage, which never had the password.
 */
async function redactedDetail(
  { job, state, ports }: StepContext,
  { detail }: EngineError,
): Promise<string | null> {
  if (isBeforeCommit(state.phase) && state.recoveryBoot === undefined) {
    return redactSecrets(detail, async () => secretsOf(await ports.vpsCredentials(job.installId)));
  }
  return detail === undefined ? null : redact(detail, []);
}

/**
 * Fails an install before its commit, e.g. after a cancellation, so that the VPS returns to Linux. The caller must
 * close the commit with the same failure in the same write.
 */
export function giveUp(state: ConvertState, failure: RecordedFailure, now: Date): ConvertState {
  return enter({ ...state, failure }, 'restore', now);
}
