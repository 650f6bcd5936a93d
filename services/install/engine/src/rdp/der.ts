import { RdpProtocolError } from './protocol-error.js';

/** Tags of the DER subset used by SPNEGO, CredSSP and RDCleanPath: one-byte tags and definite lengths. */

export const TAG = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  sequence: 0x30,
  /** [APPLICATION 0], the start of GSS-API's first token. */
  application: 0x60,
  /** [n] EXPLICIT. */
  context: (n: number) => 0xa0 + n,
} as const;

export interface Element {
  tag: number;
  content: Buffer;
}

/**
 * Returns the size of the element including its header; `null` if the header is incomplete.
 * @throws RdpProtocolError for an indefinite length or a length of more than four bytes
 */
export function elementSize(bytes: Buffer): number | null {
  if (bytes.length < 2) return null;
  const first = bytes[1]!;
  if (first < 0x80) return 2 + first;
  const more = first - 0x80;
  if (more < 1 || more > 4) throw new RdpProtocolError('a length that is too long');
  if (bytes.length < 2 + more) return null;
  return 2 + more + bytes.readUIntBE(2, more);
}

/** Splits consecutive elements. @throws RdpProtocolError if an element is truncated */
export function readElements(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let rest = bytes; rest.length > 0;) {
    const size = elementSize(rest);
    if (size === null || size > rest.length) throw new RdpProtocolError('an element is cut short');
    elements.push({ tag: rest[0]!, content: rest.subarray(headSize(rest), size) });
    rest = rest.subarray(size);
  }
  return elements;
}

const headSize = (bytes: Buffer): number => (bytes[1]! < 0x80 ? 2 : 2 + (bytes[1]! - 0x80));

/**
 * Returns the content of the only element. @throws RdpProtocolError unless the bytes are exactly one element with
 * this tag
 */
export function readOne(bytes: Buffer, tag: number): Buffer {
  const [element, ...others] = readElements(bytes);
  if (!element || others.length > 0 || element.tag !== tag) {
    throw new RdpProtocolError(`an element that is not ${tag.toString(16)}`);
  }
  return element.content;
}

/** Returns the fields of a SEQUENCE by number [n], including unknown ones. */
export function readFields(sequence: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  for (const { tag, content } of readElements(readOne(sequence, TAG.sequence))) {
    fields.set(tag - TAG.context(0), content);
  }
  return fields;
}

/** @throws RdpProtocolError if it is not an integer of at most five bytes */
export function readInteger(element: Buffer): number {
  const content = readOne(element, TAG.integer);
  if (content.length < 1 || content.length > 5) throw new RdpProtocolError('a number out of range');
  return content.readIntBE(0, content.length);
}

export function element(tag: number, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([Buffer.from([tag]), lengthBytes(length), ...content]);
}

export const sequence = (...content: Buffer[]): Buffer => element(TAG.sequence, ...content);
export const octets = (content: Buffer): Buffer => element(TAG.octetString, content);
export const field = (n: number, content: Buffer): Buffer => element(TAG.context(n), content);

/** Encodes 0 to 2^32 - 1 in the minimum number of bytes. */
export function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  let first = 0;
  // Keeps a leading 0 if the number would be negative without it.
  while (first < 4 && bytes[first] === 0 && bytes[first + 1]! < 0x80) first += 1;
  return element(TAG.integer, bytes.subarray(first));
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const size = length < 0x100 ? 1 : length < 0x10000 ? 2 : 3;
  const bytes = Buffer.alloc(1 + size);
  bytes[0] = 0x80 + size;
  bytes.writeUIntBE(length, 1, size);
  return bytes;
}
