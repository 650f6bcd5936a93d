import { RdpProtocolError } from '../protocol-error.js';
import { readAvPairs, type AvPair } from './av-pairs.js';

/** The three NTLM messages (MS-NLMP 2.2.1), limited to NTLMv2 with session security; text is UTF-16LE. */

const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1');
/** Windows 10 1809; used only for debugging. */
const VERSION = Buffer.from('0a0063450000000f', 'hex');

/** Negotiate flags (MS-NLMP 2.2.2.5). */
export const FLAGS = {
  unicode: 0x00000001,
  requestTarget: 0x00000004,
  sign: 0x00000010,
  seal: 0x00000020,
  ntlm: 0x00000200,
  alwaysSign: 0x00008000,
  extendedSessionSecurity: 0x00080000,
  targetInfo: 0x00800000,
  version: 0x02000000,
  key128: 0x20000000,
  keyExchange: 0x40000000,
  key56: 0x80000000,
} as const;

const union = (...flags: number[]): number => flags.reduce((all, flag) => (all | flag) >>> 0, 0);

export const OUR_FLAGS = union(...Object.values(FLAGS).filter((flag) => flag !== FLAGS.targetInfo));

/** Required for sealing; all known servers support them. */
const NEEDED = union(
  ...[FLAGS.unicode, FLAGS.sign, FLAGS.seal, FLAGS.ntlm, FLAGS.extendedSessionSecurity],
  ...[FLAGS.targetInfo, FLAGS.key128, FLAGS.keyExchange],
);

const has = (flags: number, wanted: number): boolean => (flags & wanted) >>> 0 === wanted;

export function negotiateMessage(): Buffer {
  const message = Buffer.alloc(40);
  SIGNATURE.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(OUR_FLAGS, 12);
  VERSION.copy(message, 32);
  return message;
}

interface Challenge {
  flags: number;
  /** 8 bytes. */
  serverChallenge: Buffer;
  targetInfo: AvPair[];
}

/** @throws RdpProtocolError if it is invalid or offers less than NTLMv2 with session security */
export function readChallenge(message: Buffer): Challenge {
  if (messageType(message) !== 2 || message.length < 48) {
    throw new RdpProtocolError('no NTLM challenge');
  }
  const flags = message.readUInt32LE(20);
  if (!has(flags, NEEDED)) throw new RdpProtocolError('an NTLM that does not seal');
  return {
    flags,
    serverChallenge: Buffer.from(message.subarray(24, 32)),
    targetInfo: readAvPairs(readField(message, 40)),
  };
}

/** Returns 0 if the message is not NTLM. */
function messageType(message: Buffer): number {
  const known = message.length >= 12 && message.subarray(0, 8).equals(SIGNATURE);
  return known ? message.readUInt32LE(8) : 0;
}

/** @throws RdpProtocolError if the field lies outside the message */
export function readField(message: Buffer, at: number): Buffer {
  const length = message.readUInt16LE(at);
  const offset = message.readUInt32LE(at + 4);
  if (offset + length > message.length) throw new RdpProtocolError('an NTLM field is cut short');
  return message.subarray(offset, offset + length);
}

export interface Authentication {
  flags: number;
  user: string;
  domain: string;
  workstation: string;
  ntResponse: Buffer;
  /** Filled with zeros if the server sends the time (MS-NLMP 3.1.5.1.2). */
  lmResponse: Buffer;
  encryptedSessionKey: Buffer;
}

/** Position of the message integrity code, which is computed with zeros in its place. */
export const MIC = { at: 72, length: 16 };
const PAYLOAD_AT = 88;

/** Builds the last message, with zeros in place of its MIC. */
export function authenticateMessage(values: Authentication): Buffer {
  const text = (value: string) => Buffer.from(value, 'utf16le');
  const payload: [at: number, content: Buffer][] = [
    [28, text(values.domain)],
    [36, text(values.user)],
    [44, text(values.workstation)],
    [12, values.lmResponse],
    [20, values.ntResponse],
    [52, values.encryptedSessionKey],
  ];
  const head = Buffer.alloc(PAYLOAD_AT);
  SIGNATURE.copy(head);
  head.writeUInt32LE(3, 8);
  let offset = PAYLOAD_AT;
  for (const [at, content] of payload) {
    head.writeUInt16LE(content.length, at);
    head.writeUInt16LE(content.length, at + 2);
    head.writeUInt32LE(offset, at + 4);
    offset += content.length;
  }
  head.writeUInt32LE(values.flags, 60);
  VERSION.copy(head, 64);
  return Buffer.concat([head, ...payload.map(([, content]) => content)]);
}
