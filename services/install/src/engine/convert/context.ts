import { EngineError } from '../engine-error.js';
import { connectSsh } from '../ssh/connect.js';
import { RemoteLinux } from '../ssh/remote.js';
import type { ConvertPorts, Worker } from './ports.js';
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
}

export type Step = (context: StepContext) => Promise<StepResult>;

/**
 * Connects, pins the host key and does the work over that one connection, which ends with it, and at once when
 * the lease is lost.
 * @throws EngineError ADDRESS_REFUSED and those of connectSsh and RemoteLinux.attach
 */
export async function withLinux<T>(
  { job, state, ports, worker }: StepContext,
  work: (linux: RemoteLinux) => Promise<T>,
): Promise<T> {
  worker.signal.throwIfAborted();
  if (!ports.addresses.check(job.host).ok) {
    throw new EngineError('ADDRESS_REFUSED', { address: job.host });
  }
  const ssh = await connectSsh(
    {
      host: job.host,
      port: job.port,
      username: job.username ?? 'root',
      password: await ports.rootPassword(job.installId),
      pinnedFingerprint: state.fingerprint ?? undefined,
    },
    ports.settings.ssh,
  );
  const stop = () => ssh.close();
  worker.signal.addEventListener('abort', stop);
  try {
    worker.signal.throwIfAborted();
    return await work(
      await RemoteLinux.attach(ssh, { installId: job.installId, epoch: worker.epoch }),
    );
  } finally {
    worker.signal.removeEventListener('abort', stop);
    ssh.close();
  }
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
