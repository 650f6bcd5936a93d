import type { AgentState } from '../agent-api/agent-state.js';
import { EngineError } from '../failures/engine-error.js';
import type { RemoteLinux } from '../ssh/remote.js';
import { withLinuxAt, type Worker } from '../ssh/with-linux.js';
import type { ConvertPorts } from './ports.js';
import type { ConvertJob, ConvertState, StepName } from './state.js';

/** What a step may answer. */
export type StepResult =
  /** On to the next step, keeping what was learned. */
  | { next: StepName; learned?: Partial<ConvertState> }
  /** Nothing more to do now: look again later. */
  | { againInMs: number; learned?: Partial<ConvertState> };

export interface StepContext {
  job: ConvertJob;
  state: ConvertState;
  ports: ConvertPorts;
  worker: Worker;
  /** What the stage has reported, read once for each run of a step: see `reportsOf`. */
  reported: () => Promise<AgentState>;
}

/** Reads at the first call. */
export function reportsOf({ installId }: ConvertJob, { agent }: ConvertPorts) {
  let state: Promise<AgentState> | undefined;
  return () => (state ??= agent.state(installId));
}

export type Step = (context: StepContext) => Promise<StepResult>;

/** The work over one connection to the install's VPS: see withLinuxAt. */
export function withLinux<T>(
  { job, state, ports, worker }: StepContext,
  work: (linux: RemoteLinux) => Promise<T>,
): Promise<T> {
  return withLinuxAt(
    {
      id: job.installId,
      host: job.host,
      port: job.ssh.port,
      username: job.ssh.user,
      credentials: () => ports.vpsCredentials(job.installId),
      fingerprint: state.fingerprint,
    },
    worker,
    { addresses: ports.addresses, ssh: ports.settings.ssh },
    work,
  );
}

/** As withLinux, for steps that need the very boot that was examined. @throws EngineError REMOTE_FAILED else */
export function withExaminedLinux<T>(
  context: StepContext,
  work: (linux: RemoteLinux) => Promise<T>,
): Promise<T> {
  return withLinux(context, (linux) => {
    if (linux.bootId !== context.state.linuxBootId) {
      throw new EngineError('REMOTE_FAILED', { what: 'it was restarted by someone else' });
    }
    return work(linux);
  });
}
