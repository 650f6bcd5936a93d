import { randomBytes } from 'node:crypto';
import { answeredPairs, timestampOf, writeAvPairs } from './av-pairs.js';
import {
  authenticateMessage,
  FLAGS,
  MIC,
  negotiateMessage,
  OUR_FLAGS,
  readChallenge,
} from './messages.js';
import { rc4 } from './rc4.js';
import { hmacMd5, ntKey, ntResponse } from './responses.js';
import { NtlmSession } from './session.js';

export interface Account {
  user: string;
  password: string;
}

/** Performs one NTLMv2 authentication. Uses only a key derived from the password. */
export class NtlmClient {
  readonly negotiate = negotiateMessage();

  constructor(
    private readonly account: Account,
    /** Expected server, such as TERMSRV/192.0.2.1. */
    private readonly targetName: string,
    private readonly random: (size: number) => Buffer = randomBytes,
  ) {}

  /** @throws RdpProtocolError as readChallenge */
  answer(challenge: Buffer): { authenticate: Buffer; session: NtlmSession } {
    const { flags, serverChallenge, targetInfo } = readChallenge(challenge);
    const { user, password } = this.account;
    const { response, keyExchangeKey } = ntResponse(ntKey(password, user, ''), serverChallenge, {
      timestamp: timestampOf(targetInfo, new Date()),
      clientChallenge: this.random(8),
      targetInfo: writeAvPairs(answeredPairs(targetInfo, this.targetName)),
    });
    const sessionKey = this.random(16);
    const authenticate = authenticateMessage({
      flags: ((OUR_FLAGS & flags) | FLAGS.targetInfo) >>> 0,
      user,
      domain: '',
      workstation: '',
      ntResponse: response,
      lmResponse: Buffer.alloc(24),
      encryptedSessionKey: rc4(keyExchangeKey, sessionKey),
    });
    hmacMd5(sessionKey, this.negotiate, challenge, authenticate).copy(authenticate, MIC.at);
    return { authenticate, session: new NtlmSession(sessionKey, 'client') };
  }
}
