import { toFailure } from '../failures/engine-error.js';
import { verdictOf } from './outcome.js';
import type { SignIn } from './sign-in.js';

const TARGET = { account: 'Administrator', port: 22 };
const messageOf = (result: SignIn) => {
  const verdict = verdictOf(result, TARGET);
  return verdict.proven ? 'proven' : toFailure(verdict.code, verdict.values).message;
};
const accepted = (version: number): SignIn => ({
  kind: 'accepted',
  version,
  certificateSha256: 'ab',
});

describe(verdictOf.name, () => {
  it.each([
    [0xc000006d, 'RDP_PASSWORD_REFUSED'],
    [0xc000006a, 'RDP_PASSWORD_REFUSED'],
    [0xc0000064, 'RDP_PASSWORD_REFUSED'],
    [0x8009030c, 'RDP_PASSWORD_REFUSED'],
    [0xc007052e, 'RDP_PASSWORD_REFUSED'],
    [0xc00700ea, 'RDP_SIGN_IN_LOST'],
    [0x8009030f, 'RDP_SIGN_IN_LOST'],
    [0x80090308, 'RDP_SIGN_IN_LOST'],
    [0xc0000224, 'RDP_PASSWORD_CHANGE'],
    [0xc0000071, 'RDP_PASSWORD_CHANGE'],
    [0xc0000234, 'RDP_ACCOUNT_LOCKED'],
    [0xc0000072, 'RDP_ACCOUNT_RESTRICTED'],
    [0xc0000193, 'RDP_ACCOUNT_RESTRICTED'],
    [0xc000006e, 'RDP_ACCOUNT_RESTRICTED'],
    [0xc000015b, 'RDP_ACCOUNT_RESTRICTED'],
    [0xc00000bb, 'RDP_ACCOUNT_RESTRICTED'],
  ])('maps status %i to %s', (status, code) => {
    expect(verdictOf({ kind: 'refused', status }, TARGET)).toMatchObject({ proven: false, code });
  });

  it('reports an account restriction, also for an unknown status', () => {
    expect(messageOf({ kind: 'refused', status: 0xc0000072 })).toBe(
      'Windows does not allow Administrator to sign in: the account is disabled.',
    );
    expect(messageOf({ kind: 'refused', status: 0xc00000bb })).toContain('0xC00000BB');
  });

  it.each([
    [{ kind: 'no-nla' } as const, 'RDP_NLA_MISSING'],
    [{ kind: 'unproven', detail: 'x' } as const, 'RDP_NOT_PROVEN'],
    [{ kind: 'lost', detail: 'x' } as const, 'RDP_SIGN_IN_LOST'],
    [{ kind: 'unreachable', detail: 'x' } as const, 'RDP_UNREACHABLE'],
  ])('maps %j to %s', (result, code) => {
    expect(verdictOf(result, TARGET)).toMatchObject({ proven: false, code });
  });

  it('never reports a wrong password if the server gave no reason', () => {
    expect(messageOf({ kind: 'lost', detail: '' })).toContain('or the connection was lost');
  });

  it.each([2, 3, 4])('rejects proof by version %i because current clients refuse it', (version) => {
    expect(verdictOf(accepted(version), TARGET)).toMatchObject({ code: 'RDP_SERVER_OUTDATED' });
    expect(messageOf(accepted(version))).toContain('accepted the password');
  });

  it.each([5, 6])('accepts proof by version %i', (version) => {
    expect(verdictOf(accepted(version), TARGET)).toEqual({
      proven: true,
      certificateSha256: 'ab',
    });
  });
});
