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
 * Devolutions' RDCleanPath is the first exchange between a browser and its relay: one ASN.1 SEQUENCE in each
 * direction with numbered EXPLICIT fields. The RDP connection then continues as if TLS with the server were
 * established.
 */
const VERSION = 3390;

const FIELD = { version: 0, error: 1, proxyAuth: 3, x224: 6, certificates: 7, address: 9 } as const;
/**
 * Fields of a request: version, destination, proxy authorization, server authorization, preconnection blob and X.224.
 */
const OF_A_REQUEST = [0, 2, 3, 4, 5, 6];
const GENERAL_ERROR = 1;

/** Maximum size of a request; a real one has about 200 bytes. */
export const MAX_REQUEST_BYTES = 4 * 1024;

interface RdCleanPathRequest {
  /** Credential of the caller, which is the ticket. */
  proxyAuth: string;
  /** X.224 connection request from the client to the server. */
  x224: Buffer;
}

/** Error displayed by the client. All fields are optional. */
export interface RdCleanPathError {
  httpStatus?: number;
  /** Windows Sockets error code. */
  wsaError?: number;
  tlsAlert?: number;
}

/**
 * Parses a request. The destination and the preconnection blob are ignored: the ticket alone determines the server.
 *
 * @throws RdpProtocolError if the bytes are not a valid request
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

/**
 * @param address e.g. `192.0.2.1:22`
 * @param certificates server chain in DER, leaf first
 */
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
