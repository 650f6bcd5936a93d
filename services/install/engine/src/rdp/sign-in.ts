import { CredSspClient, SHAPES, type CredSspStep, type Shape } from './credssp.js';
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
  /** The server cannot prove that it knows the password, or it violates the protocol. */
  | { kind: 'unproven'; detail: string }
  /** The server closed or became silent after receiving the means to check the password. */
  | { kind: 'lost'; detail: string }
  /** Remote desktop was not reached, so no attempt was made. */
  | { kind: 'unreachable'; detail: string };

export interface SignInLimits {
  connectMs: number;
  signInMs: number;
}

export const SIGN_IN_LIMITS: SignInLimits = { connectMs: 5000, signInMs: 20_000 };

/** Maximum password attempts that Windows may count. */
export const MAX_TRIES = 3;

export interface SignInTries {
  /** Shape to start with; the others follow in their order. */
  from?: Shape;
  /** Called before each AUTHENTICATE, which Windows counts as an attempt. By default, three are admitted. */
  admit?: (shape: Shape) => boolean | Promise<boolean>;
}

/** SSPI codes with which a server reports an unexpected message instead of a wrong password. */
const SHAPE_CODES = new Set([
  0x80090302, // SEC_E_UNSUPPORTED_FUNCTION
  0x80090304, // SEC_E_INTERNAL_ERROR
  0x80090308, // SEC_E_INVALID_TOKEN
  0x80090310, // SEC_E_OUT_OF_SEQUENCE
  0xc000000d, // STATUS_INVALID_PARAMETER
]);

/**
 * Checks whether Windows accepts the password: performs TLS and CredSSP up to the server's proof, then closes. Sends
 * no credentials and opens no session. A connection that ends without a verdict about the password is followed by a
 * connection in the next shape while `admit` allows it. A shape refused before AUTHENTICATE does not count as an
 * attempt.
 * @throws the reason of the signal
 */
export async function signIn(
  target: { host: string; port: number },
  account: Account,
  limits: SignInLimits = SIGN_IN_LIMITS,
  signal: AbortSignal = new AbortController().signal,
  { from = SHAPES[0], admit = atMost(MAX_TRIES) }: SignInTries = {},
): Promise<SignIn> {
  const first = SHAPES.indexOf(from);
  let last: Attempt | null = null;
  for (const shape of [...SHAPES.slice(first), ...SHAPES.slice(0, first)]) {
    const next = await attempt(target, account, shape, limits, signal, admit);
    if (!next) break;
    // The first result counts unless a later shape got as far as the password check.
    if (!last || next.authenticated) last = next;
    if (!next.inconclusive) break;
  }
  return last?.result ?? { kind: 'unreachable', detail: 'no try left' };
}

const atMost = (tries: number) => {
  let left = tries;
  return () => (left -= 1) >= 0;
};

interface Attempt {
  result: SignIn;
  authenticated: boolean;
  /** Whether another shape may have a different outcome. */
  inconclusive: boolean;
}

/** Returns `null` if the attempt was not admitted. */
async function attempt(
  target: { host: string; port: number },
  account: Account,
  shape: Shape,
  limits: SignInLimits,
  signal: AbortSignal,
  admit: NonNullable<SignInTries['admit']>,
): Promise<Attempt | null> {
  signal.throwIfAborted();
  const connection = new RdpConnection(target, limits, signal);
  let client: CredSspClient | null = null;
  let authenticated = false;
  const ended = (result: SignIn): Attempt => {
    const misunderstood =
      result.kind === 'lost' || (result.kind === 'refused' && SHAPE_CODES.has(result.status));
    const inconclusive = authenticated ? misunderstood : client !== null;
    return { result, authenticated, inconclusive };
  };
  try {
    const answer = await connection.negotiate();
    if (answer.kind !== 'rdp') return ended({ kind: 'unreachable', detail: textOf(answer) });
    if (answer.protocol !== 'hybrid') return ended({ kind: 'no-nla' });
    const { publicKey, sha256 } = await connection.secure();
    client = new CredSspClient(account, `TERMSRV/${target.host}`, publicKey, shape);
    let step: CredSspStep = { send: client.first() };
    while ('send' in step) {
      if (client.hasAuthenticated && !authenticated) {
        if (!(await admit(shape))) return null;
        authenticated = true;
      }
      step = client.receive(await connection.exchange(step.send));
    }
    if ('rejected' in step) {
      return { ...ended({ kind: 'lost', detail: 'SPNEGO reject' }), inconclusive: false };
    }
    return ended(
      'accepted' in step
        ? { kind: 'accepted', ...step.accepted, certificateSha256: sha256 }
        : { kind: 'refused', ...step.refused },
    );
  } catch (error) {
    if (error instanceof RdpProtocolError)
      return ended({ kind: 'unproven', detail: error.message });
    if (!(error instanceof RdpConnectionLost)) throw error;
    return ended({ kind: authenticated ? 'lost' : 'unreachable', detail: error.message });
  } finally {
    connection.close();
  }
}

const textOf = (answer: RdpAnswer): string =>
  answer.kind === 'other' ? `other: ${answer.text}` : answer.kind;
