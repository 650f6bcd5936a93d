import { RdpProtocolError } from '@casement/install-engine/rdp/protocol-error.js';
import { requestedNla, nlaRequest, selectedProtocol } from './x224.js';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const cookie = Buffer.from('Cookie: mstshash=a\r\n').toString('hex');

describe(requestedNla.name, () => {
  it.each([
    ['NLA', '03000013 0e e0 0000 0000 00 01000800 02000000', 2],
    [
      'NLA with early user authorization, and TLS',
      '03000013 0e e0 0000 0000 00 01000800 0b000000',
      10,
    ],
    ['NLA, after a cookie', `03000027 22 e0 0000 0000 00 ${cookie} 01000800 02000000`, 2],
  ])('reads a request for %s', (_, bytes, protocols) => {
    expect(requestedNla(hex(bytes))).toBe(protocols);
  });

  it.each([
    ['no bytes', ''],
    ['TLS only', '03000013 0e e0 0000 0000 00 01000800 01000000'],
    ['standard RDP security', '03000013 0e e0 0000 0000 00 01000800 00000000'],
    ['no negotiation', '0300000b 06 e0 0000 0000 00'],
    ['a truncated negotiation', '03000011 0c e0 0000 0000 00 01000800 0200'],
    ['an unterminated cookie', '03000012 0d e0 0000 0000 00 436f6f6b69653a'],
    ['a wrong TPKT length', '03000014 0e e0 0000 0000 00 01000800 02000000'],
    ['a wrong X.224 length', '03000013 0f e0 0000 0000 00 01000800 02000000'],
    ['a connection confirm', '03000013 0e d0 0000 0000 00 02000800 02000000'],
    ['TLS', '16030100130ee0000000000001000800020000'],
  ])('rejects a request with %s', (_, bytes) => {
    expect(() => requestedNla(hex(bytes))).toThrow(RdpProtocolError);
  });
});

describe(nlaRequest.name, () => {
  it('requests exactly the given protocols', () => {
    expect(nlaRequest(10)).toEqual(hex('03000013 0e e0 0000 0000 00 01000800 0a000000'));
    expect(requestedNla(nlaRequest(8))).toBe(8);
  });
});

describe(selectedProtocol.name, () => {
  it('returns the protocol chosen by Windows', () => {
    expect(selectedProtocol(hex('03000013 0e d0 0000 1234 00 02090800 08000000'))).toBe(8);
  });
});
