import { RdpProtocolError } from './protocol-error.js';

/** The little of DER that SPNEGO, CredSSP and RDCleanPath are written in: tags of one byte, definite lengths. */

export const TAG = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  sequence: 0x30,
  /** [APPLICATION 0], which GSS-API's first token begins with. */
  application: 0x60,
  /** [n] EXPLICIT. */
  context: (n: number) => 0xa0 + n,
} as const;

export interface Element {
  tag: number;
  content: Buffer;
}

/**
 * How long the element is whose first bytes these are, its head included; null while more of its head is to come.
 *
 * @throws RdpProtocolError for a length that is indefinite or needs more than four bytes
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

/** The elements that follow one another in these bytes. @throws RdpProtocolError where one is cut short */
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

/** The content of the one element that these bytes are. @throws RdpProtocolError where they are not one with this tag */
export function readOne(bytes: Buffer, tag: number): Buffer {
  const [element, ...others] = readElements(bytes);
  if (!element || others.length > 0 || element.tag !== tag) {
    throw new RdpProtocolError(`an element that is not ${tag.toString(16)}`);
  }
  return element.content;
}

/** The fields of a SEQUENCE by their number [n]. Fields that are not known are left out by who asks. */
export function readFields(sequence: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  for (const { tag, content } of readElements(readOne(sequence, TAG.sequence))) {
    fields.set(tag - TAG.context(0), content);
  }
  return fields;
}

/** A small whole number. @throws RdpProtocolError where it is none, or takes more than five bytes */
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

/** From 0 to 2^32 - 1, in as few bytes as DER demands. */
export function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  let first = 0;
  // A first byte of 0 stays where the number would be negative without it.
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
