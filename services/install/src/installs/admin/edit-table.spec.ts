import fc from 'fast-check';
import { MANUAL_INSTALL_STATUSES } from '@casement/proto/http/install/admin-installs.js';
import { installStatus } from '@casement/proto/http/install/install.js';
import { decideEdit, type Edit, type EditedInstall } from './edit-table.js';

const install = fc.record<EditedInstall>({
  status: fc.constantFrom(...installStatus.options),
  credentials: fc.boolean(),
  sent: fc.boolean(),
  returning: fc.boolean(),
  committed: fc.boolean(),
  liveStage: fc.boolean(),
});
const target = fc.constantFrom(...MANUAL_INSTALL_STATUSES);

/** Whether Linux can be restored and must be cleaned before the status changes. */
const returns = (seen: EditedInstall): boolean =>
  ['pending', 'preparing', 'running', 'manual_review'].includes(seen.status) &&
  seen.sent &&
  seen.credentials &&
  !seen.committed;

/** Whether the edit is allowed by the rules of SPEC §4, restated independently of the implementation. */
function allowed(seen: EditedInstall, to: (typeof MANUAL_INSTALL_STATUSES)[number]): boolean {
  if (to === 'completed' || to === 'failed') return true;
  const hasEnded = ['completed', 'failed'].includes(seen.status);
  return (
    !hasEnded &&
    (to === 'pending' ? seen.credentials && !seen.committed : seen.liveStage && seen.committed)
  );
}

describe(decideEdit.name, () => {
  it('§4 matches the rules for every install and target status', () => {
    fc.assert(
      fc.property(install, target, (seen, to) => {
        const edit = decideEdit(seen, to);
        const change = to === 'failed' && returns(seen) ? 'return' : 'change';
        const kind: Edit['kind'] =
          seen.status === to || (change === 'return' && seen.returning)
            ? 'same'
            : allowed(seen, to)
              ? change
              : 'refused';
        expect(edit.kind).toBe(kind);
        const charge = seen.status === 'failed' && to === 'completed';
        if (edit.kind === 'change') expect(edit.charge).toBe(charge);
        if (edit.kind === 'refused') expect(edit.reason).toMatch(/^[A-Z].*\.$/);
      }),
    );
  });
});
