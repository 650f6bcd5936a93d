import { generate } from 'otplib';
import { newTotpSecret, timeStepOf, totpUri } from './totp.js';

/** Start of a 30-second step. */
const START = 1_800_000_000;
const at = (seconds: number) => new Date((START + seconds) * 1000);

describe(timeStepOf.name, () => {
  const secret = newTotpSecret();
  const codeAt = (seconds: number) => generate({ secret, epoch: START + seconds });
  const step = START / 30;

  it('returns the same step at the first and the last second of a step', async () => {
    expect(await timeStepOf(secret, await codeAt(0), at(0))).toBe(step);
    expect(await timeStepOf(secret, await codeAt(0), at(29.999))).toBe(step);
    expect(await timeStepOf(secret, await codeAt(29), at(0))).toBe(step);
  });

  it('accepts codes of the previous and the next step only', async () => {
    expect(await timeStepOf(secret, await codeAt(-30), at(0))).toBe(step - 1);
    expect(await timeStepOf(secret, await codeAt(-30), at(29.999))).toBe(step - 1);
    expect(await timeStepOf(secret, await codeAt(-31), at(0))).toBeUndefined();
    expect(await timeStepOf(secret, await codeAt(30), at(0))).toBe(step + 1);
    expect(await timeStepOf(secret, await codeAt(30), at(29.999))).toBe(step + 1);
    expect(await timeStepOf(secret, await codeAt(60), at(29.999))).toBeUndefined();
  });

  it('rejects the code of another secret', async () => {
    const other = newTotpSecret();
    expect(other).not.toBe(secret);
    const codes = await Promise.all([0, 30, -30].map(codeAt));
    const foreign = (
      await Promise.all(
        [0, 600, 1200, 1800].map((s) => generate({ secret: other, epoch: START + s })),
      )
    ).find((code) => !codes.includes(code));
    expect(await timeStepOf(secret, foreign ?? '', at(0))).toBeUndefined();
  });
});

describe(newTotpSecret.name, () => {
  it('returns 160 bits', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  });
});

describe(totpUri.name, () => {
  it('contains product name and account', () => {
    expect(totpUri('Casement', 'ann', 'JBSWY3DPEHPK3PXP')).toMatch(
      /^otpauth:\/\/totp\/Casement:ann\?secret=JBSWY3DPEHPK3PXP&issuer=Casement/,
    );
  });
});
