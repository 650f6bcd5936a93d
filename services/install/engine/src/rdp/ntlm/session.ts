import { createHash } from 'node:crypto';
import { RdpProtocolError } from '../protocol-error.js';
import { Rc4 } from './rc4.js';
import { hmacMd5 } from './responses.js';

export type Role = 'client' | 'server';

const SIGNATURE_BYTES = 16;

const keyOf = (sessionKey: Buffer, from: Role, use: 'signing' | 'sealing'): Buffer => {
  const way = from === 'client' ? 'client-to-server' : 'server-to-client';
  const magic = `session key to ${way} ${use} key magic constant\0`;
  return createHash('md5').update(sessionKey).update(magic, 'latin1').digest();
};

/** One direction of a session (MS-NLMP 3.4: extended session security, key exchange, 128 bits). */
class Direction {
  private readonly signing: Buffer;
  private readonly sealing: Buffer;
  private cipher: Rc4;
  private sequence = 0;

  constructor(sessionKey: Buffer, from: Role) {
    this.signing = keyOf(sessionKey, from, 'signing');
    this.sealing = keyOf(sessionKey, from, 'sealing');
    this.cipher = new Rc4(this.sealing);
  }

  encrypt(data: Buffer): Buffer {
    return this.cipher.update(data);
  }

  signature(plain: Buffer): Buffer {
    const signature = Buffer.alloc(SIGNATURE_BYTES);
    signature.writeUInt32LE(1, 0);
    signature.writeUInt32LE(this.sequence, 12);
    const sum = hmacMd5(this.signing, signature.subarray(12), plain).subarray(0, 8);
    this.encrypt(sum).copy(signature, 4);
    this.sequence += 1;
    return signature;
  }

  /** A server may sign the mechanism list without sending the signature, which leaves a gap of one. */
  skipGap(next: number): void {
    if (next === this.sequence + 1) this.sequence = next;
  }

  /** SPNEGO's signature uses the initial cipher state, which is restored afterwards (MS-SPNG 3.3.5.1). */
  restart(): void {
    this.cipher = new Rc4(this.sealing);
  }
}

export class NtlmSession {
  private readonly out: Direction;
  private readonly in: Direction;

  constructor(sessionKey: Buffer, role: Role) {
    this.out = new Direction(sessionKey, role);
    this.in = new Direction(sessionKey, role === 'client' ? 'server' : 'client');
  }

  /** Returns the signature followed by the encrypted message. */
  seal(plain: Buffer): Buffer {
    const encrypted = this.out.encrypt(plain);
    return Buffer.concat([this.out.signature(plain), encrypted]);
  }

  /** @throws RdpProtocolError if it was not sealed with the session key */
  open(sealed: Buffer): Buffer {
    const signature = sealed.subarray(0, SIGNATURE_BYTES);
    const plain = this.in.encrypt(sealed.subarray(SIGNATURE_BYTES));
    if (signature.length === SIGNATURE_BYTES) this.in.skipGap(signature.readUInt32LE(12));
    this.check(this.in.signature(plain), signature);
    return plain;
  }

  signList(list: Buffer): Buffer {
    const signature = this.out.signature(list);
    this.out.restart();
    return signature;
  }

  /** @throws RdpProtocolError if it was not signed with the session key */
  checkList(list: Buffer, signature: Buffer): void {
    this.check(this.in.signature(list), signature);
    this.in.restart();
  }

  private check(expected: Buffer, actual: Buffer): void {
    if (!expected.equals(actual)) throw new RdpProtocolError('a signature is not that of the key');
  }
}
