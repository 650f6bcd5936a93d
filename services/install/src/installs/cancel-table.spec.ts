import { decideCancel, type CancelledInstall } from './cancel-table.js';

const an = (over: Partial<CancelledInstall>): CancelledInstall => ({
  status: 'preparing',
  committed: false,
  failure: null,
  ...over,
});

describe(decideCancel.name, () => {
  it.each(['pending', 'preparing'] as const)('cancels before the commit: %s', (status) => {
    expect(decideCancel(an({ status }))).toEqual({ kind: 'cancel' });
  });

  it.each([
    [an({ status: 'running', committed: true }), 'no longer return to Linux'],
    [an({ status: 'manual_review', committed: true }), 'no longer return to Linux'],
    [an({ status: 'completed', committed: true }), 'nothing to cancel'],
    [an({ status: 'failed', failure: 'SSH_TIMEOUT' }), 'already failed'],
    [an({ failure: 'STAGE_SILENT' }), 'being returned to Linux'],
  ])('refuses %j as too late and gives a reason', (install, reason) => {
    expect(decideCancel(install)).toEqual({
      kind: 'late',
      reason: expect.stringContaining(reason),
    });
  });

  it.each(['preparing', 'failed'] as const)(
    'returns the same result when repeated: %s',
    (status) => {
      expect(decideCancel(an({ status, failure: 'CANCELLED' }))).toEqual({ kind: 'same' });
    },
  );
});
