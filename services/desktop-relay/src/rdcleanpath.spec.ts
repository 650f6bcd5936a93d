import { RdpProtocolError } from '@casement/install-engine/rdp/protocol-error.js';
import { encodeError, encodeResponse, MAX_REQUEST_BYTES, readRequest } from './rdcleanpath.js';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');

/** Fields of a request: version 3390, destination a:1, authorization "T", X.224 request of two bytes. */
const FIELDS = hex('a0 04 02 02 0d3e a2 05 0c 03 613a31 a3 03 0c 01 54 a6 04 04 02 0300');
const sequenceOf = (...fields: Buffer[]) => {
  const content = Buffer.concat(fields);
  return Buffer.concat([Buffer.from([0x30, content.length]), content]);
};

describe(readRequest.name, () => {
  it('returns the authorization and the X.224 request', () => {
    expect(readRequest(sequenceOf(FIELDS))).toEqual({ proxyAuth: 'T', x224: hex('0300') });
  });

  it('ignores the preconnection blob and the server authorization', () => {
    const more = hex('a4 03 0c 01 58 a5 03 0c 01 59');
    expect(readRequest(sequenceOf(FIELDS, more))).toEqual({ proxyAuth: 'T', x224: hex('0300') });
  });

  it.each([
    ['no fields', ''],
    ['another version', 'a0 04 02 02 0d3d a2 05 0c 03 613a31 a3 03 0c 01 54 a6 04 04 02 0300'],
    ['no version', 'a3 03 0c 01 54 a6 04 04 02 0300'],
    ['no authorization', 'a0 04 02 02 0d3e a6 04 04 02 0300'],
    ['no X.224 request', 'a0 04 02 02 0d3e a3 03 0c 01 54'],
    ['an authorization that is not text', 'a0 04 02 02 0d3e a3 03 04 01 54 a6 04 04 02 0300'],
    [
      'a field that only a server sends',
      'a0 04 02 02 0d3e a3 03 0c 01 54 a6 04 04 02 0300 a7 02 30 00',
    ],
  ])('rejects a request with %s', (_, bytes) => {
    expect(() => readRequest(sequenceOf(hex(bytes)))).toThrow(RdpProtocolError);
  });

  it('rejects truncated requests and requests with trailing bytes', () => {
    const request = sequenceOf(FIELDS);
    for (const bytes of [request.subarray(0, -1), Buffer.concat([request, hex('00')])]) {
      expect(() => readRequest(bytes)).toThrow(RdpProtocolError);
    }
  });

  it('rejects a request longer than any browser sends', () => {
    expect(() => readRequest(Buffer.alloc(MAX_REQUEST_BYTES + 1, 0x30))).toThrow(RdpProtocolError);
  });
});

describe(encodeResponse.name, () => {
  it('encodes the confirm, the certificates and the address', () => {
    const certificates = [hex('aa'), hex('bbbb')];
    expect(encodeResponse({ address: 'a:1', x224: hex('0300'), certificates })).toEqual(
      hex(`30 1e
        a0 04 02 02 0d3e
        a6 04 04 02 0300
        a7 09 30 07 04 01 aa 04 02 bbbb
        a9 05 0c 03 613a31`),
    );
  });
});

describe(encodeError.name, () => {
  it.each([
    [{}, '30 0f a0 04 02 02 0d3e a1 07 30 05 a0 03 02 01 01'],
    [{ httpStatus: 404 }, '30 15 a0 04 02 02 0d3e a1 0d 30 0b a0 03 02 01 01 a1 04 02 02 0194'],
    [{ wsaError: 10060 }, '30 15 a0 04 02 02 0d3e a1 0d 30 0b a0 03 02 01 01 a2 04 02 02 274c'],
    [{ tlsAlert: 42 }, '30 14 a0 04 02 02 0d3e a1 0c 30 0a a0 03 02 01 01 a3 03 02 01 2a'],
  ])('encodes the known error fields: %j', (error, bytes) => {
    expect(encodeError(error)).toEqual(hex(bytes));
  });
});
