import {
  element,
  field,
  integer,
  octets,
  readFields,
  readInteger,
  readOne,
  sequence,
  TAG,
} from '@casement/install-engine/rdp/der.js';
import { RdpProtocolError } from '@casement/install-engine/rdp/protocol-error.js';

/**
 * Devolutions' RDCleanPath, the first exchange of a browser with its relay: one SEQUENCE each way, its fields numbered and
 * EXPLICIT. What follows on the connection is RDP as if TLS with the server were already there.
 */
const VERSION = 3390;

const FIELD = { version: 0, error: 1, proxyAuth: 3, x224: 6, certificates: 7, address: 9 } as const;
/** Version, destination, proxy's and server's authorization, preconnection blob, X.224: what a client may fill in. */
const OF_A_REQUEST = [0, 2, 3, 4, 5, 6];
const GENERAL_ERROR = 1;

/** A real one has some 200 bytes. */
export const MAX_REQUEST_BYTES = 4 * 1024;

interface RdCleanPathRequest {
  /** What the relay knows its caller by. */
  proxyAuth: string;
  /** The X.224 connection request that the client would send to the server. */
  x224: Buffer;
}

/** Each at most; the client shows them. */
export interface RdCleanPathError {
  httpStatus?: number;
  /** An error of Windows Sockets. */
  wsaError?: number;
  /** As TLS numbers its alerts. */
  tlsAlert?: number;
}

/**
 * Where the browser wants to go, and the preconnection blob, are left out: neither is ours to follow.
 *
 * @throws RdpProtocolError where the bytes are no request
 */
export function readRequest(bytes: Buffer): RdCleanPathRequest {
  if (bytes.length > MAX_REQUEST_BYTES) throw new RdpProtocolError('a request that is too long');
  const fields = readFields(bytes);
  if ([...fields.keys()].some((n) => !OF_A_REQUEST.includes(n))) {
    throw new RdpProtocolError('a field that no request has');
  }
  const required = (n: number): Buffer => {
    const content = fields.get(n);
    if (!content) throw new RdpProtocolError(`a request without field ${n}`);
    return content;
  };
  if (readInteger(required(FIELD.version)) !== VERSION) {
    throw new RdpProtocolError('another version of RDCleanPath');
  }
  return {
    proxyAuth: readOne(required(FIELD.proxyAuth), TAG.utf8String).toString('utf8'),
    x224: readOne(required(FIELD.x224), TAG.octetString),
  };
}

/** @param address `192.0.2.1:22` @param certificates the server's in DER, its own first */
export const encodeResponse = (response: {
  address: string;
  x224: Buffer;
  certificates: readonly Buffer[];
}): Buffer =>
  sequence(
    field(FIELD.version, integer(VERSION)),
    field(FIELD.x224, octets(response.x224)),
    field(FIELD.certificates, sequence(...response.certificates.map(octets))),
    field(FIELD.address, element(TAG.utf8String, Buffer.from(response.address, 'utf8'))),
  );

export function encodeError({ httpStatus, wsaError, tlsAlert }: RdCleanPathError): Buffer {
  const details = [httpStatus, wsaError, tlsAlert].flatMap((value, n) =>
    value === undefined ? [] : [field(n + 1, integer(value))],
  );
  const error = sequence(field(0, integer(GENERAL_ERROR)), ...details);
  return sequence(field(FIELD.version, integer(VERSION)), field(FIELD.error, error));
}
