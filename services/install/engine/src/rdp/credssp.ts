import { createHash, randomBytes } from 'node:crypto';
import { NtlmClient, type Account } from './ntlm/ntlm-client.js';
import type { NtlmSession } from './ntlm/session.js';
import { RdpProtocolError } from './protocol-error.js';
import { answer, MECHANISMS, offer, readAnswer } from './spnego.js';
import { decodeTsRequest, encodeTsRequest, type TsRequest } from './ts-request.js';

/** Newest CredSSP version, used by this client. FIXED_VERSION is the first one with the fix of CVE-2018-0886. */
const OUR_VERSION = 6;
export const FIXED_VERSION = 5;
const OLDEST_VERSION = 2;

/**
 * Message orders, in the order in which they are tried (ADR 49):
 * - `bare`: plain NTLM messages. The exchange ends with AUTHENTICATE, which therefore carries the public key.
 * - `spnego`: wrapped; the public key follows the server's last token, which contains its signature of the
 *   mechanisms.
 * - `spnego-combined`: wrapped; the public key is sent with AUTHENTICATE.
 */
export const SHAPES = ['bare', 'spnego', 'spnego-combined'] as const;
export type Shape = (typeof SHAPES)[number];

export type CredSspStep =
  | { send: Buffer }
  /** The server proved that it knows the password and owns the TLS key. */
  | { accepted: { version: number } }
  /** `status` is an NTSTATUS code. */
  | { refused: { status: number } }
  /** SPNEGO ended the exchange after AUTHENTICATE, without an error code. */
  | { rejected: true };

interface Authentication {
  session: NtlmSession;
  version: number;
  nonce: Buffer | null;
  publicKeySent: boolean;
}

/**
 * Client side of CredSSP (MS-CSSP 3.1.5) up to the server's proof. It stops there on purpose, because the next step
 * would send the password itself. Performs no I/O: bytes in, bytes out.
 */
export class CredSspClient {
  private readonly ntlm: NtlmClient;
  private authentication: Authentication | null = null;
  private answers = 0;

  /** @param publicKey subjectPublicKey of the TLS certificate */
  constructor(
    account: Account,
    targetName: string,
    private readonly publicKey: Buffer,
    private readonly shape: Shape = 'spnego',
    private readonly random: (size: number) => Buffer = randomBytes,
  ) {
    this.ntlm = new NtlmClient(account, targetName, random);
  }

  /** Whether AUTHENTICATE was built, which the server may count as an attempt. */
  get hasAuthenticated(): boolean {
    return this.authentication !== null;
  }

  first(): Buffer {
    const { negotiate } = this.ntlm;
    return encodeTsRequest({
      version: OUR_VERSION,
      negoToken: this.shape === 'bare' ? negotiate : offer(negotiate),
    });
  }

  /** @throws RdpProtocolError if the message is invalid at this point */
  receive(message: Buffer): CredSspStep {
    const request = decodeTsRequest(message);
    if (request.errorCode) return { refused: { status: request.errorCode } };
    return this.authentication
      ? this.complete(request, this.authentication)
      : this.authenticate(request);
  }

  private authenticate({ version: serverVersion, negoToken }: TsRequest): CredSspStep {
    const version = Math.min(serverVersion, OUR_VERSION);
    if (version < OLDEST_VERSION) throw new RdpProtocolError(`CredSSP version ${serverVersion}`);
    if (!negoToken) throw new RdpProtocolError('no NTLM challenge');
    const challenge = this.shape === 'bare' ? negoToken : challengeIn(negoToken);
    const { authenticate, session } = this.ntlm.answer(challenge);
    const nonce = version >= FIXED_VERSION ? this.random(32) : null;
    this.authentication = { session, version, nonce, publicKeySent: false };
    const token =
      this.shape === 'bare'
        ? authenticate
        : answer({ token: authenticate, listSignature: session.signList(MECHANISMS) });
    const publicKey = this.shape === 'spnego' ? {} : this.boundPublicKey(this.authentication);
    return { send: encodeTsRequest({ version: OUR_VERSION, negoToken: token, ...publicKey }) };
  }

  private boundPublicKey(authentication: Authentication): Partial<TsRequest> {
    const { session, nonce } = authentication;
    authentication.publicKeySent = true;
    return {
      pubKeyAuth: session.seal(bindingOf(this.publicKey, nonce, 'client')),
      ...(nonce && { clientNonce: nonce }),
    };
  }

  private complete(request: TsRequest, authentication: Authentication): CredSspStep {
    const { session, version, nonce } = authentication;
    if (Math.min(request.version, OUR_VERSION) !== version) {
      throw new RdpProtocolError(`CredSSP version ${request.version} after ${version}`);
    }
    // Only the first response carries a new SPNEGO token. FreeRDP 3 repeats that token with the proof.
    if (request.negoToken && this.shape !== 'bare' && this.answers === 0) {
      const { rejected, listSignature } = readAnswer(request.negoToken);
      if (rejected) return { rejected: true };
      if (listSignature) session.checkList(MECHANISMS, listSignature);
    }
    const { pubKeyAuth } = request;
    if (!pubKeyAuth) return this.continue(authentication);
    if (!authentication.publicKeySent) throw new RdpProtocolError('a proof before its turn');
    // Only a peer that knows the password has the session key to seal the binding.
    if (!session.open(pubKeyAuth).equals(bindingOf(this.publicKey, nonce, 'server'))) {
      throw new RdpProtocolError('the proof is of another public key');
    }
    return { accepted: { version } };
  }

  /**
   * Continues after the token exchange. Sends the public key again, newly sealed, if it was already sent with
   * AUTHENTICATE, because some servers read it only now.
   */
  private continue(authentication: Authentication): CredSspStep {
    this.answers += 1;
    if (this.answers > 1) throw new RdpProtocolError('no proof of the public key');
    return {
      send: encodeTsRequest({ version: OUR_VERSION, ...this.boundPublicKey(authentication) }),
    };
  }
}

function challengeIn(negoToken: Buffer): Buffer {
  const { rejected, token } = readAnswer(negoToken);
  if (rejected) throw new RdpProtocolError('NTLM is refused');
  return token ?? Buffer.alloc(0);
}

/** Returns the public key binding of one side: a hash with a nonce since version 5, the key itself before. */
export function bindingOf(
  publicKey: Buffer,
  nonce: Buffer | null,
  from: 'client' | 'server',
): Buffer {
  if (!nonce) {
    const binding = Buffer.from(publicKey);
    if (from === 'server') binding[0]! += 1;
    return binding;
  }
  const way = from === 'client' ? 'Client-To-Server' : 'Server-To-Client';
  return createHash('sha256')
    .update(`CredSSP ${way} Binding Hash\0`, 'latin1')
    .update(nonce)
    .update(publicKey)
    .digest();
}
