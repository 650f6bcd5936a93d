import { EngineError } from '../../failures/engine-error.js';
import { connectSsh } from '../../ssh/connect.js';
import { acceptsKey } from '../../ssh/key-query.js';
import type { Step, StepContext } from '../context.js';
import type { LinuxProof } from '../state.js';

/** Waits until a sign-in works, or sshd answers with the host key that we gave to the machine. */
export const startLinux: Step = async (context) => {
  const answer = await ask(context);
  if (answer.kind !== 'silent') return { next: 'verify' };
  return { nextRunInMs: context.ports.settings.pollMs, learned: { lastAnswer: describe(answer) } };
};

/** cloud-init sets the password after sshd has started, so a refused sign-in is repeated until the step's limit. */
export const verifyLinux: Step = async (context) => {
  const { signIn, reviewPollMs } = context.ports.settings;
  const isReview = context.state.step === 'review';
  const answer = await ask(context);
  const lastAnswer = describe(answer);
  if (answer.kind !== 'proven')
    return { nextRunInMs: isReview ? reviewPollMs : signIn.retryMs, learned: { lastAnswer } };
  const provenAt = context.ports.now().toISOString();
  const linux = { ...context.state.linux!, proof: answer.proof, provenAt };
  return { next: 'end', learned: { lastAnswer, linux } };
};

/** Returns the failure for a Linux that could not be proven in time, based on its last response. */
export function linuxMissing({ job, state }: StepContext): EngineError {
  const detail = state.lastAnswer ?? 'never asked';
  const code = detail.startsWith('refused') ? 'LINUX_SIGN_IN_REFUSED' : 'LINUX_SILENT';
  return new EngineError(code, { port: job.port }, { detail });
}

type Answer =
  | { kind: 'proven'; proof: NonNullable<LinuxProof['proof']> }
  | { kind: 'refused' | 'silent'; detail: string };

const describe = (answer: Answer): string =>
  answer.kind === 'proven' ? `proven: ${answer.proof}` : `${answer.kind}: ${answer.detail}`;

/** Signs in as root with the password, otherwise asks whether the key would be accepted. */
async function ask({ job, state, ports, worker }: StepContext): Promise<Answer> {
  worker.signal.throwIfAborted();
  if (!ports.addresses.check(job.host).ok)
    throw new EngineError('ADDRESS_REFUSED', { address: job.host });
  const { password, publicKey } = await ports.linuxAccess(job.installId);
  const target = {
    host: job.host,
    port: job.port,
    username: 'root',
    pinnedFingerprint: state.linux!.hostKey,
    hostKeyType: 'ssh-ed25519' as const,
  };
  try {
    if (password) {
      (await connectSsh({ ...target, password }, ports.settings.ssh)).close();
      return { kind: 'proven', proof: 'password_accepted' };
    }
    const accepted = await acceptsKey(target, publicKey, ports.settings.ssh);
    if (accepted === false) return { kind: 'refused', detail: 'the key' };
    return { kind: 'proven', proof: accepted ? 'key_accepted' : 'host_key' };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { code } = error;
    if (!REFUSALS.includes(code)) return { kind: 'silent', detail: code };
    return { kind: 'refused', detail: code };
  }
}

/** Answers of the new sshd, whose host key was compared. */
const REFUSALS: readonly string[] = [
  'SSH_AUTH_FAILED',
  'SSH_KEY_REFUSED',
  'SSH_PASSWORD_DISABLED',
  'SSH_PASSWORD_EXPIRED',
  'SSH_PASSWORD_ALSO',
  'SSH_KEY_ALSO',
  'SSH_SECOND_FACTOR',
  'SSH_PROMPT_UNKNOWN',
  'SSH_ACCOUNT_EXPIRED',
];
