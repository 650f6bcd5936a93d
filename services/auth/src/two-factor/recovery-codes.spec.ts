import { twoFactorVerifyRequest } from '@casement/proto/http/auth/two-factor.js';
import { RECOVERY_CODE } from '@casement/proto/http/auth/recovery-code.js';
import { hashRecoveryCode, newRecoveryCode } from './recovery-codes.js';

describe(newRecoveryCode, () => {
  it('returns 140 random bits in seven groups, as the forms accept', () => {
    const code = newRecoveryCode();
    expect(code).toMatch(/^([0-9a-z]{4}-){6}[0-9a-z]{4}$/);
    expect(code).toMatch(RECOVERY_CODE);
    expect(twoFactorVerifyRequest.safeParse({ challengeId: 'c1', code }).success).toBe(true);
  });

  it('returns a code that is also accepted without hyphens and in upper case', () => {
    const code = newRecoveryCode();
    const typed = code.replaceAll('-', '').toUpperCase();
    expect(typed).toMatch(RECOVERY_CODE);
    expect(hashRecoveryCode('u1', typed)).toEqual(hashRecoveryCode('u1', code));
  });

  it('leaves codes of 0.1.0, with four groups, valid', () => {
    expect('7k2m-9xqa-0bcd-e3fg').toMatch(RECOVERY_CODE);
    expect('7K2M9XQA0BCDE3FG').toMatch(RECOVERY_CODE);
  });

  it.each(['k3v9x-a7q2m', '7k2m-9xqa-0bcd', '7k2m-9xqa-0bcd-e3fg-5hjn', '481026'])(
    'never returns a code in the format of %s',
    (other) => {
      expect(other).not.toMatch(RECOVERY_CODE);
    },
  );
});
