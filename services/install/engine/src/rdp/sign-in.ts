import { CredSspClient, type Wrapping } from './credssp.js';
import type { Account } from './ntlm/ntlm-client.js';
import type { RdpAnswer } from './probe.js';
import { RdpProtocolError } from './protocol-error.js';
import { RdpConnection, RdpConnectionLost } from './rdp-connection.js';

/** Result of a sign-in that stops before sending credentials. */
export type SignIn =
  | { kind: 'accepted'; version: number; certificateSha256: string }
  /** Refused with an NTSTATUS. */
  | { kind: 'refused'; status: number }
  | { kind: 'no-nla' }
  /** The server cannot prove that it knows the password, or violates the protocol. */
  | { kind: 'unproven'; detail: string }
  /** Hung up or fell silent after receiving the means to check the password. */
  | { kind: 'lost'; detail: string }
  /** Remote desktop was not reached; nothing counts as a wrong password. */
  | { kind: 'unreachable'; detail: string };

export interface SignInLimits {
  connectMs: number;
  signInMs: number;
}

export const SIGN_IN_LIMITS: SignInLimits = { connectMs: 5000, signInMs: 20_000 };

/**
 * Checks whether Windows accepts the password: TLS and CredSSP up to the server's proof, then closes. Sends no
 * credentials and opens no session. Counts as one attempt at most.
 * @throws the reason of the signal
 */
export async function signIn(
  target: { host: string; port: number },
  account: Account,
  limits: SignInLimits = SIGN_IN_LIMITS,
  signal: AbortSignal = new AbortController().signal,
): Promise<SignIn> {
  const inSpnego = await attempt(target, account, 'spnego', limits, signal);
  if (!inSpnego.atOffer) return inSpnego.result;
  // FreeRDP 2's server knows no SPNEGO. It has seen no name yet, so this is not a second attempt.
  const bare = await attempt(target, account, 'bare', limits, signal);
  return bare.atOffer ? inSpnego.result : bare.result;
}

interface Attempt {
  result: SignIn;
  /** Ended after the first token. */
  atOffer: boolean;
}

async function attempt(
  target: { host: string; port: number },
  account: Account,
  wrapping: Wrapping,
  limits: SignInLimits,
  signal: AbortSignal,
): Promise<Attempt> {
  signal.throwIfAborted();
  const connection = new RdpConnection(target, limits, signal);
  let client: CredSspClient | null = null;
  const ended = (result: SignIn): Attempt => ({
    result,
    atOffer: client !== null && !client.hasAuthenticated,
  });
  try {
    const answer = await connection.negotiate();
    if (answer.kind !== 'rdp') return ended({ kind: 'unreachable', detail: textOf(answer) });
    if (answer.protocol !== 'hybrid') return ended({ kind: 'no-nla' });
    const { publicKey, sha256 } = await connection.secure();
    client = new CredSspClient(account, `TERMSRV/${target.host}`, publicKey, wrapping);
    return ended(await converse(connection, client, sha256));
  } catch (error) {
    if (error instanceof RdpProtocolError)
      return ended({ kind: 'unproven', detail: error.message });
    if (!(error instanceof RdpConnectionLost)) throw error;
    const kind = client?.hasAuthenticated ? 'lost' : 'unreachable';
    return ended({ kind, detail: error.message });
  } finally {
    connection.close();
  }
}

async function converse(
  connection: RdpConnection,
  client: CredSspClient,
  certificateSha256: string,
): Promise<SignIn> {
  let message = client.first();
  for (;;) {
    const step = client.receive(await connection.exchange(message));
    if ('accepted' in step) return { kind: 'accepted', ...step.accepted, certificateSha256 };
    if ('refused' in step) return { kind: 'refused', ...step.refused };
    message = step.send;
  }
}

const textOf = (answer: RdpAnswer): string =>
  answer.kind === 'other' ? `other: ${answer.text}` : answer.kind;
