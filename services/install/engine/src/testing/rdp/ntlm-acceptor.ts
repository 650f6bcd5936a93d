import { randomBytes } from 'node:crypto';
import { AV, readAvPairs, timestampOf, writeAvPairs } from '../../rdp/ntlm/av-pairs.js';
import { MIC, OUR_FLAGS, FLAGS, readField } from '../../rdp/ntlm/messages.js';
import { rc4 } from '../../rdp/ntlm/rc4.js';
import { hmacMd5, ntKey } from '../../rdp/ntlm/responses.js';
import { NtlmSession } from '../../rdp/ntlm/session.js';

/** Server side of NTLMv2 for one account. Tests do not rely on its correctness, see rdp-sign-in.spec. */
export class NtlmAcceptor {
  private readonly serverChallenge = randomBytes(8);
  private readonly messages: Buffer[] = [];

  constructor(private readonly account: { user: string; password: string }) {}

  challenge(negotiate: Buffer): Buffer {
    const targetInfo = writeAvPairs([
      { id: 2, value: Buffer.from('WORKGROUP', 'utf16le') },
      { id: 1, value: Buffer.from('WIN', 'utf16le') },
      { id: AV.timestamp, value: timestampOf([], new Date()) },
    ]);
    const head = Buffer.alloc(56);
    head.write('NTLMSSP\0', 'latin1');
    head.writeUInt32LE(2, 8);
    head.writeUInt32LE((OUR_FLAGS | FLAGS.targetInfo) >>> 0, 20);
    this.serverChallenge.copy(head, 24);
    head.writeUInt16LE(targetInfo.length, 40);
    head.writeUInt16LE(targetInfo.length, 42);
    head.writeUInt32LE(head.length, 44);
    const challenge = Buffer.concat([head, targetInfo]);
    this.messages.push(negotiate, challenge);
    return challenge;
  }

  /** Returns null for another account, another password, or an altered message. */
  session(authenticate: Buffer): NtlmSession | null {
    const text = (at: number) => readField(authenticate, at).toString('utf16le');
    const response = readField(authenticate, 20);
    const [proof, blob] = [response.subarray(0, 16), response.subarray(16)];
    const key = ntKey(this.account.password, text(36), text(28));
    if (text(36) !== this.account.user) return null;
    if (!hmacMd5(key, this.serverChallenge, blob).equals(proof)) return null;
    const sessionKey = rc4(hmacMd5(key, proof), readField(authenticate, 52));
    const end = MIC.at + MIC.length;
    const mic = authenticate.subarray(MIC.at, end);
    const without = Buffer.from(authenticate);
    without.fill(0, MIC.at, end);
    const saysMic = readAvPairs(blob.subarray(28)).some(({ id }) => id === AV.flags);
    if (!saysMic || !hmacMd5(sessionKey, ...this.messages, without).equals(mic)) return null;
    return new NtlmSession(sessionKey, 'server');
  }
}
