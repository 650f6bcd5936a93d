import { bindingOf } from '@casement/install-engine/rdp/credssp.js';
import { readElements, readOne, TAG } from '@casement/install-engine/rdp/der.js';
import { answer, MECHANISMS, readAnswer } from '@casement/install-engine/rdp/spnego.js';
import { decodeTsRequest, encodeTsRequest } from '@casement/install-engine/rdp/ts-request.js';
import { NtlmAcceptor } from './ntlm-acceptor.js';

export interface AcceptorOptions {
  user: string;
  password: string;
  publicKey: Buffer;
  version?: number;
  /** The NTSTATUS that the password is answered with, right or wrong. */
  status?: number;
}

/** What to send, and whether to hang up after it. */
export interface AcceptorStep {
  send: Buffer | null;
  end: boolean;
}

const LOGON_FAILURE = 0xc000006d;
/** Versions that send no code. */
const SILENT = [2, 5];

/** The server's side of CredSSP, in SPNEGO as a Windows has it. */
export class CredSspAcceptor {
  private readonly ntlm: NtlmAcceptor;
  private readonly version: number;
  private greeted = false;
  /** The password was right. */
  accepted = false;

  constructor(private readonly options: AcceptorOptions) {
    this.ntlm = new NtlmAcceptor(options);
    this.version = options.version ?? 6;
  }

  receive(message: Buffer): AcceptorStep {
    if (this.accepted) return { send: null, end: true };
    const { negoToken, pubKeyAuth, clientNonce } = decodeTsRequest(message);
    const { version } = this;
    if (!this.greeted) {
      this.greeted = true;
      const token = this.ntlm.challenge(offeredNtlm(negoToken!));
      return {
        send: encodeTsRequest({ version, negoToken: answer({ token, listSignature: null }) }),
        end: false,
      };
    }
    const { token, listSignature } = readAnswer(negoToken!);
    const session = this.ntlm.session(token!);
    const { status = session ? 0 : LOGON_FAILURE } = this.options;
    if (status !== 0 || !session) return this.refuse(status);
    session.checkList(MECHANISMS, listSignature!);
    const nonce = clientNonce ?? null;
    if (!session.open(pubKeyAuth!).equals(bindingOf(this.options.publicKey, nonce, 'client'))) {
      return { send: null, end: true };
    }
    this.accepted = true;
    const signed = answer({ token: null, listSignature: session.signList(MECHANISMS) });
    const proof = session.seal(bindingOf(this.options.publicKey, nonce, 'server'));
    return {
      send: encodeTsRequest({ version, negoToken: signed, pubKeyAuth: proof }),
      end: false,
    };
  }

  private refuse(errorCode: number): AcceptorStep {
    const { version } = this;
    const send = SILENT.includes(version) ? null : encodeTsRequest({ version, errorCode });
    return { send, end: true };
  }
}

/** The mechanism's token in the client's offer. */
function offeredNtlm(offer: Buffer): Buffer {
  const init = readElements(readOne(offer, TAG.application)).at(1)!;
  const fields = readElements(readOne(init.content, TAG.sequence));
  return readOne(fields.find(({ tag }) => tag === TAG.context(2))!.content, TAG.octetString);
}
