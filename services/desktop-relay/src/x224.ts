import { RdpProtocolError } from '@casement/install-engine/rdp/protocol-error.js';

/** Protocols of the RDP negotiation (MS-RDPBCGR 2.2.1.1.1) that mean Network Level Authentication. */
const HYBRID = 2;
const HYBRID_EX = 8;
const NLA = HYBRID | HYBRID_EX;

/** Size of the TPKT and X.224 headers. */
const HEAD_BYTES = 11;
const NEGOTIATION_BYTES = 8;
const CONNECTION_REQUEST = 0xe0;
const NEGOTIATION_REQUEST = 1;

/**
 * Returns a bit set of the NLA variants that a client's X.224 connection request offers.
 *
 * @throws RdpProtocolError if the bytes are not such a request or it offers no NLA variant
 */
export function requestedNla(request: Buffer): number {
  const isRequest =
    request.length >= HEAD_BYTES &&
    request[0] === 3 &&
    request.readUInt16BE(2) === request.length &&
    request[4] === request.length - 5 &&
    request[5] === CONNECTION_REQUEST;
  if (!isRequest) throw new RdpProtocolError('no X.224 connection request');
  const negotiation = afterCookie(request.subarray(HEAD_BYTES));
  if (negotiation.length < NEGOTIATION_BYTES || negotiation[0] !== NEGOTIATION_REQUEST) {
    throw new RdpProtocolError('a request without a negotiation');
  }
  const protocols = negotiation.readUInt32LE(4) & NLA;
  if (protocols === 0) throw new RdpProtocolError('a request without NLA');
  return protocols;
}

function afterCookie(bytes: Buffer): Buffer {
  if (bytes[0] === NEGOTIATION_REQUEST) return bytes;
  const end = bytes.indexOf('\r\n');
  return end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 2);
}

/** Builds our own request, so that no byte from the browser reaches Windows before its certificate is verified. */
export function nlaRequest(protocols: number): Buffer {
  const request = Buffer.from('030000130ee000000000000100080000000000', 'hex');
  request.writeUInt32LE(protocols, HEAD_BYTES + 4);
  return request;
}

/** @param confirm X.224 connection confirm with a negotiation response */
export const selectedProtocol = (confirm: Buffer): number => confirm.readUInt32LE(HEAD_BYTES + 4);
