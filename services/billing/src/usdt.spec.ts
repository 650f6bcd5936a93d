import fc from 'fast-check';
import {
  formatMicro,
  microAsNumber,
  microOfCents,
  parseMicro,
  parseUnits,
  unitsOfMicro,
} from './usdt.js';

/** Up to 10⁹ USDT, far above any order. */
const micro = fc.bigInt({ min: 1n, max: 1_000_000_000_000_000n });

describe('USDT arithmetic', () => {
  it('parses every amount that it formats', () => {
    fc.assert(fc.property(micro, (value) => parseMicro(formatMicro(value)) === value));
  });

  it('round-trips an amount as a JSON number', () => {
    fc.assert(
      fc.property(micro, (value) => {
        const overTheWire = JSON.parse(JSON.stringify(microAsNumber(value))) as number;
        expect(parseMicro(String(overTheWire))).toBe(value);
      }),
    );
  });

  it('compares a transfer exactly, ignoring trailing zeros only', () => {
    fc.assert(
      fc.property(micro, fc.integer({ min: 0, max: 99 }), (value, hundredths) => {
        const text = `${formatMicro(value)}${String(hundredths).padStart(2, '0')}`;
        expect(parseUnits(text)).toBe(unitsOfMicro(value) + BigInt(hundredths));
      }),
    );
  });

  it.each([
    ['3.130042', 3_130_042n],
    ['3.13', 3_130_000n],
    ['3', 3_000_000n],
    ['3.', 3_000_000n],
    ['0.000001', 1n],
    ['3.13004200', 3_130_042n],
    ['-3.13', -3_130_000n],
    // A float would turn this into 4.350000000000001 or 4349999.
    ['4.35', 4_350_000n],
  ])('parses %s', (text, value) => expect(parseMicro(text)).toBe(value));

  it.each(['', '.', '1e-7', '3,13', '3.1300421', ' 3', '+3', 'NaN', 'Infinity', '0x10', '3.1.3'])(
    'rejects %p',
    (text) => expect(parseMicro(text)).toBeNull(),
  );

  it('keeps leading zeros of the decimals', () => expect(formatMicro(42n)).toBe('0.000042'));

  it('converts a cent to 10,000 micro-units', () => expect(microOfCents(313)).toBe(3_130_000n));
});
