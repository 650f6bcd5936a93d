import { bindingOf } from '../../rdp/credssp.js';
import { element, field, readElements, readOne, sequence, TAG } from '../../rdp/der.js';
import type { NtlmSession } from '../../rdp/ntlm/session.js';
import { answer, MECHANISMS, readAnswer } from '../../rdp/spnego.js';
import { decodeTsRequest, encodeTsRequest, type TsRequest } from '../../rdp/ts-request.js';
import { NtlmAcceptor } from './ntlm-acceptor.js';

export interface AcceptorOptions {
  user: string;
  password: string;
  publicKey: Buffer;
  version?: number;
  /** NTSTATUS sent in response to AUTHENTICATE, whether the password is right or wrong. */
  status?: number;
  /** Wrappings that the server supports. */
  wrappings?: ('bare' | 'spnego')[];
  /**
   * Leg in which the server takes the public key. `either` accepts it with AUTHENTICATE or in the next leg.
   * `separate` ignores (or, with `opened`, opens and drops) a key in AUTHENTICATE's leg. `combined` and `deferred`
   * close a connection in the other shape.
   */
  publicKeyLeg?: 'either' | 'combined' | 'deferred' | 'separate' | 'separate-opened';
  /** mechListMIC of the server. `unsent` means signed, which uses a sequence number, but not sent. */
  listSignature?: 'sent' | 'unsent' | 'none' | 'wrong';
  /** Repeats the last SPNEGO token with the proof, as FreeRDP 3 does. */
  repeatsToken?: boolean;
  /** Sends an SPNEGO reject in place of a code. */
  rejects?: boolean;
  /** Version of the messages after the challenge. */
  laterVersion?: number;
}

/** Response of the acceptor. `reset` means that the connection breaks, as after a fatal TLS alert. */
export interface AcceptorStep {
  send: Buffer | null;
  end: boolean;
  reset?: boolean;
}

const LOGON_FAILURE = 0xc000006d;
/** CredSSP versions without error codes. */
const SILENT = [2, 5];
const RESET: AcceptorStep = { send: null, end: true, reset: true };

/** Server side of CredSSP. By default it behaves like Windows: either wrapping, the public key in either leg. */
export class CredSspAcceptor {
  private readonly ntlm: NtlmAcceptor;
  private readonly version: number;
  private greeted = false;
  private bare = false;
  private session: NtlmSession | null = null;
  private sentToken: Buffer | null = null;
  /** Number of AUTHENTICATE messages received. */
  tried = 0;
  /** Whether the password was right and the public key bound. */
  accepted = false;

  constructor(private readonly options: AcceptorOptions) {
    this.ntlm = new NtlmAcceptor(options);
    this.version = options.version ?? 6;
  }

  receive(message: Buffer): AcceptorStep {
    if (this.accepted) return { send: null, end: true };
    const request = decodeTsRequest(message);
    if (!this.greeted) return this.challenge(request.negoToken!);
    if (this.session) {
      const repeated = this.options.repeatsToken ? this.sentToken : null;
      return this.prove(this.session, request, repeated);
    }
    this.tried += 1;
    return this.checkPassword(request);
  }

  private challenge(negoToken: Buffer): AcceptorStep {
    const { wrappings = ['bare', 'spnego'] } = this.options;
    this.greeted = true;
    this.bare = negoToken.toString('latin1', 0, 7) === 'NTLMSSP';
    if (!wrappings.includes(this.bare ? 'bare' : 'spnego')) return { send: null, end: true };
    const token = this.ntlm.challenge(this.bare ? negoToken : offeredNtlm(negoToken));
    return {
      send: encodeTsRequest({
        version: this.version,
        negoToken: this.bare ? token : answer({ token, listSignature: null }),
      }),
      end: false,
    };
  }

  private checkPassword(request: TsRequest): AcceptorStep {
    const { publicKeyLeg = 'either', rejects } = this.options;
    const isCombined = request.pubKeyAuth !== undefined;
    if (isCombined ? publicKeyLeg === 'deferred' : publicKeyLeg === 'combined') return RESET;
    const { token, listSignature } = this.bare
      ? { token: request.negoToken!, listSignature: null }
      : readAnswer(request.negoToken!);
    const session = this.ntlm.session(token!);
    const { status = session ? 0 : LOGON_FAILURE } = this.options;
    if (rejects) return { send: this.encode({ negoToken: REJECT }), end: true };
    if (status !== 0 || !session) return this.refuse(status);
    if (listSignature) session.checkList(MECHANISMS, listSignature);
    this.session = session;
    const negoToken = this.bare ? null : this.lastToken(session);
    this.sentToken = negoToken;
    const isDropped = publicKeyLeg.startsWith('separate');
    if (isCombined && publicKeyLeg === 'separate-opened') session.open(request.pubKeyAuth!);
    if (isCombined && !isDropped) return this.prove(session, request, negoToken);
    return { send: this.encode(negoToken ? { negoToken } : {}), end: false };
  }

  private lastToken(session: NtlmSession): Buffer | null {
    const { listSignature = 'sent' } = this.options;
    if (listSignature === 'none') return answer({ token: null, listSignature: null });
    const signature = session.signList(MECHANISMS);
    if (listSignature === 'wrong') signature.writeUInt8(signature.readUInt8(5) ^ 1, 5);
    return listSignature === 'unsent' ? null : answer({ token: null, listSignature: signature });
  }

  private prove(session: NtlmSession, request: TsRequest, negoToken: Buffer | null): AcceptorStep {
    const { publicKey } = this.options;
    const nonce = request.clientNonce ?? null;
    if (!session.open(request.pubKeyAuth!).equals(bindingOf(publicKey, nonce, 'client'))) {
      return { send: null, end: true };
    }
    this.accepted = true;
    const pubKeyAuth = session.seal(bindingOf(publicKey, nonce, 'server'));
    return { send: this.encode({ pubKeyAuth, ...(negoToken && { negoToken }) }), end: false };
  }

  private encode(message: Omit<TsRequest, 'version'>): Buffer {
    return encodeTsRequest({ version: this.options.laterVersion ?? this.version, ...message });
  }

  private refuse(errorCode: number): AcceptorStep {
    const send = SILENT.includes(this.version) ? null : this.encode({ errorCode });
    return { send, end: true };
  }
}

const REJECT = element(
  TAG.context(1),
  sequence(field(0, element(TAG.enumerated, Buffer.from([2])))),
);

function offeredNtlm(offer: Buffer): Buffer {
  const init = readElements(readOne(offer, TAG.application)).at(1)!;
  const fields = readElements(readOne(init.content, TAG.sequence));
  return readOne(fields.find(({ tag }) => tag === TAG.context(2))!.content, TAG.octetString);
}
