import { createHash, randomBytes } from 'node:crypto';
import { NtlmClient, type Account } from './ntlm/ntlm-client.js';
import type { NtlmSession } from './ntlm/session.js';
import { RdpProtocolError } from './protocol-error.js';
import { answer, MECHANISMS, offer, readAnswer } from './spnego.js';
import { decodeTsRequest, encodeTsRequest, type TsRequest } from './ts-request.js';

/** Newest CredSSP version, which we speak, and the first with the fix of CVE-2018-0886. */
const OUR_VERSION = 6;
export const FIXED_VERSION = 5;
const OLDEST_VERSION = 2;

/** Wrapping of NTLM messages: SPNEGO as specified, or bare as FreeRDP 2 uses it. */
export type Wrapping = 'spnego' | 'bare';

export type CredSspStep =
  | { send: Buffer }
  /** The server proved that it knows the password and owns the TLS key. */
  | { accepted: { version: number } }
  /** NTSTATUS. */
  | { refused: { status: number } };

/**
 * Client side of CredSSP (MS-CSSP 3.1.5) up to the server's proof; the next step, which would send the password
 * itself, is not implemented. Pure: bytes in, bytes out.
 */
export class CredSspClient {
  private readonly ntlm: NtlmClient;
  private proof: { session: NtlmSession; version: number; nonce: Buffer | null } | null = null;

  /** @param publicKey subjectPublicKey of the TLS certificate */
  constructor(
    account: Account,
    targetName: string,
    private readonly publicKey: Buffer,
    private readonly wrapping: Wrapping = 'spnego',
    private readonly random: (size: number) => Buffer = randomBytes,
  ) {
    this.ntlm = new NtlmClient(account, targetName, random);
  }

  /** Whether a message was sent that the server could count as an attempt. */
  get hasAuthenticated(): boolean {
    return this.proof !== null;
  }

  first(): Buffer {
    const { negotiate } = this.ntlm;
    const negoToken = this.wrapping === 'spnego' ? offer(negotiate) : negotiate;
    return encodeTsRequest({ version: OUR_VERSION, negoToken });
  }

  /** @throws RdpProtocolError if the message is invalid here */
  receive(message: Buffer): CredSspStep {
    const request = decodeTsRequest(message);
    if (request.errorCode) return { refused: { status: request.errorCode } };
    return this.proof ? this.checkProof(request) : this.authenticate(request);
  }

  private authenticate({ version: theirs, negoToken }: TsRequest): CredSspStep {
    const version = Math.min(theirs, OUR_VERSION);
    if (version < OLDEST_VERSION) throw new RdpProtocolError(`CredSSP version ${theirs}`);
    if (!negoToken) throw new RdpProtocolError('no NTLM challenge');
    const challenge = this.wrapping === 'spnego' ? readAnswer(negoToken).token : negoToken;
    const { authenticate, session } = this.ntlm.answer(challenge ?? Buffer.alloc(0));
    const nonce = version >= FIXED_VERSION ? this.random(32) : null;
    this.proof = { session, version, nonce };
    const token =
      this.wrapping === 'spnego'
        ? answer({ token: authenticate, listSignature: session.signList(MECHANISMS) })
        : authenticate;
    return {
      send: encodeTsRequest({
        version: OUR_VERSION,
        negoToken: token,
        pubKeyAuth: session.seal(bindingOf(this.publicKey, nonce, 'client')),
        ...(nonce && { clientNonce: nonce }),
      }),
    };
  }

  /** Only a peer that knows the password has the session key to seal the binding. */
  private checkProof({ negoToken, pubKeyAuth }: TsRequest): CredSspStep {
    const { session, version, nonce } = this.proof!;
    if (!pubKeyAuth) throw new RdpProtocolError('no proof of the public key');
    const signature =
      negoToken && this.wrapping === 'spnego' ? readAnswer(negoToken).listSignature : null;
    if (signature) session.checkList(MECHANISMS, signature);
    if (!session.open(pubKeyAuth).equals(bindingOf(this.publicKey, nonce, 'server'))) {
      throw new RdpProtocolError('the proof is of another public key');
    }
    return { accepted: { version } };
  }
}

/** Public key binding of each side: a hash with a nonce since version 5, before that the key itself. */
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
