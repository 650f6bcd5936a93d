import {
  elementSize,
  field,
  integer,
  octets,
  readElements,
  readFields,
  readInteger,
  readOne,
  sequence,
  TAG,
} from './der.js';
import { RdpProtocolError } from './protocol-error.js';

/** TSRequest (MS-CSSP 2.2.1) without [2] authInfo, which would carry the password. */
export interface TsRequest {
  version: number;
  negoToken?: Buffer | undefined;
  pubKeyAuth?: Buffer | undefined;
  /** NTSTATUS, sent by servers of version 3, 4 and 6 or newer. */
  errorCode?: number | undefined;
  clientNonce?: Buffer | undefined;
}

/** Maximum accepted size. The messages of Windows have less than 2 KiB. */
const MAX_REQUEST_BYTES = 16 * 1024;

export const encodeTsRequest = (request: TsRequest): Buffer =>
  sequence(
    field(0, integer(request.version)),
    ...(request.negoToken
      ? [field(1, sequence(sequence(field(0, octets(request.negoToken)))))]
      : []),
    ...(request.pubKeyAuth ? [field(3, octets(request.pubKeyAuth))] : []),
    ...(request.errorCode === undefined ? [] : [field(4, integer(request.errorCode))]),
    ...(request.clientNonce ? [field(5, octets(request.clientNonce))] : []),
  );

/**
 * Returns the size of the message; `null` if it is not known yet.
 * @throws RdpProtocolError if it is invalid or too long
 */
export function tsRequestSize(bytes: Buffer): number | null {
  if (bytes.length > 0 && bytes[0] !== TAG.sequence) throw new RdpProtocolError('no TSRequest');
  const size = elementSize(bytes);
  if (size !== null && size > MAX_REQUEST_BYTES) throw new RdpProtocolError('a TSRequest too long');
  return size;
}

/** @throws RdpProtocolError */
export function decodeTsRequest(bytes: Buffer): TsRequest {
  const fields = readFields(bytes);
  const version = fields.get(0);
  if (!version) throw new RdpProtocolError('a TSRequest without a version');
  const octetsOf = (n: number) => {
    const content = fields.get(n);
    return content && readOne(content, TAG.octetString);
  };
  const error = fields.get(4);
  return {
    version: readInteger(version),
    negoToken: firstToken(fields.get(1)),
    pubKeyAuth: octetsOf(3),
    errorCode: error && readInteger(error) >>> 0,
    clientNonce: octetsOf(5),
  };
}

function firstToken(tokens: Buffer | undefined): Buffer | undefined {
  const [first] = tokens ? readElements(readOne(tokens, TAG.sequence)) : [];
  if (!first) return undefined;
  const [token] = readElements(first.content);
  if (token?.tag !== TAG.context(0)) throw new RdpProtocolError('a token without its number');
  return readOne(token.content, TAG.octetString);
}
