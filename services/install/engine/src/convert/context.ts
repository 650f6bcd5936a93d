import type { AgentState } from '../agent-api/agent-state.js';
import { EngineError } from '../failures/engine-error.js';
import type { RemoteLinux } from '../ssh/remote.js';
import { withLinuxAt, type Worker } from '../ssh/with-linux.js';
import type { ConvertPorts } from './ports.js';
import type { ConvertJob, ConvertState, StepName } from './state.js';

export type StepResult =
  | { next: StepName; learned?: Partial<ConvertState> }
  | { nextRunInMs: number; learned?: Partial<ConvertState> };

export interface StepContext {
  job: ConvertJob;
  state: ConvertState;
  ports: ConvertPorts;
  worker: Worker;
  /** Returns the stage's reports, read at most once per run of a step, see `reportsOf`. */
  reported: () => Promise<AgentState>;
}

export function reportsOf({ installId }: ConvertJob, { agent }: ConvertPorts) {
  let state: Promise<AgentState> | undefined;
  return () => (state ??= agent.state(installId));
}

export type Step = (context: StepContext) => Promise<StepResult>;

/** Runs `work` over one connection to the install's VPS, see withLinuxAt. */
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

/** Like withLinux, but requires the boot that was examined. @throws EngineError REMOTE_FAILED otherwise */
export function withExaminedLinux<T>(
  context: StepContext,
  work: (linux: RemoteLinux) => Promise<T>,
): Promise<T> {
  return withLinux(context, (linux) => {
    if (linux.bootId !== context.state.linuxBootId) {
      throw new EngineError('REMOTE_FAILED', { what: 'it was being restarted by someone else' });
    }
    return work(linux);
  });
}
