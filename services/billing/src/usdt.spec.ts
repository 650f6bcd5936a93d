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

describe('USDT as integers', () => {
  it('reads what it has written, for every amount', () => {
    fc.assert(fc.property(micro, (value) => parseMicro(formatMicro(value)) === value));
  });

  it('sends an amount as a JSON number and gets the same amount back', () => {
    fc.assert(
      fc.property(micro, (value) => {
        const overTheWire = JSON.parse(JSON.stringify(microAsNumber(value))) as number;
        expect(parseMicro(String(overTheWire))).toBe(value);
      }),
    );
  });

  it('compares a transfer exactly: zeros at the end mean nothing, any other digit does', () => {
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
    // A float would make 4.350000000000001 of it, or 4349999.
    ['4.35', 4_350_000n],
  ])('reads %s', (text, value) => expect(parseMicro(text)).toBe(value));

  it.each(['', '.', '1e-7', '3,13', '3.1300421', ' 3', '+3', 'NaN', 'Infinity', '0x10', '3.1.3'])(
    'refuses %p',
    (text) => expect(parseMicro(text)).toBeNull(),
  );

  it('keeps the leading zeros of the decimals', () => expect(formatMicro(42n)).toBe('0.000042'));

  it('counts a cent as 10,000 micro-units', () => expect(microOfCents(313)).toBe(3_130_000n));
});
