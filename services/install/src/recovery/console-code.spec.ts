import { consoleCode } from '@casement/proto/http/install/recovery.js';
import { consoleCodeOf } from './console-code.js';

describe(consoleCodeOf.name, () => {
  it.each([
    ['b'.repeat(32), 'QPSKJXMB'],
    ['f'.repeat(32), '6MHG4J4V'],
    ['00112233445566778899aabbccddeeff', 'B53XFGSX'],
  ])('returns the first 40 bits of the SHA-256 of %s in base32', (bootId, code) => {
    expect(consoleCodeOf(bootId)).toBe(code);
  });

  it('is accepted as the recovery system shows it, and as people type it', () => {
    for (let boot = 0; boot < 50; boot += 1) {
      const code = consoleCodeOf(String(boot).padStart(32, '0'));
      const typed = `${code.slice(0, 4)}-${code.slice(4)}`;
      expect(consoleCode.parse(typed)).toBe(code);
      const misread = typed.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
      expect(consoleCode.parse(` ${misread} `)).toBe(code);
    }
  });

  it.each(['', 'QPSK-JXM', 'QPSK-JXMU', 'QPSK-JXMBB'])('rejects %j', (code) => {
    expect(consoleCode.safeParse(code).success).toBe(false);
  });
});
