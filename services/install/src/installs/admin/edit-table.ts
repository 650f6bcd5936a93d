import type { UpdateInstallRequest } from '@casement/proto/http/install/admin-installs.js';
import type { InstallStatus } from '@casement/proto/http/install/install.js';

export interface EditedInstall {
  status: InstallStatus;
  /** Whether the VPS credentials are still stored. */
  credentials: boolean;
  /** Whether our files may be on the VPS or our stage may run on it. */
  sent: boolean;
  /** Whether the install has failed and waits for the VPS to return to Linux. */
  returning: boolean;
  /** Whether the disk is being replaced, so that the VPS cannot return to Linux. */
  committed: boolean;
  /** Whether the RAM stage holds a token, has not given up and has reported recently. */
  liveStage: boolean;
}

export type Edit =
  | { kind: 'same' }
  | { kind: 'refused'; reason: string }
  /** The VPS returns to Linux before the install fails. */
  | { kind: 'return' }
  /** `charge` is true if the quota was returned and must be charged first. */
  | { kind: 'change'; charge: boolean };

const ENDED =
  'This install has ended: the root password was deleted and no stage is running on the VPS, so the install cannot be resumed.';
const COMMITTED = 'Replacing the VPS’s disk has already started, so the install cannot start over.';
const NO_CREDENTIALS = 'The root password is no longer stored, so the install cannot start over.';
const NOT_COMMITTED =
  'The VPS has not started replacing its disk yet; the install is set to running automatically when it does.';
const NO_STAGE = 'No stage is running on the VPS anymore, so the install cannot continue.';

const refused = (reason: string): Edit => ({ kind: 'refused', reason });
const ended = ({ status }: EditedInstall) => status === 'completed' || status === 'failed';

/** True before the commit if files must be removed from the VPS and credentials to sign in are stored. */
const canReturn = (install: EditedInstall): boolean =>
  !ended(install) && !install.committed && install.sent && install.credentials;

/**
 * Transition table of administrators' edits (SPEC §4). Billing (`holds/holds.service.ts`) settles the quota when it
 * receives the event of the change: captured on `completed`, released or refunded on `failed`.
 */
export function decideEdit(install: EditedInstall, to: UpdateInstallRequest['status']): Edit {
  if (install.status === to) return { kind: 'same' };
  switch (to) {
    case 'failed':
      return canReturn(install)
        ? { kind: install.returning ? 'same' : 'return' }
        : { kind: 'change', charge: false };
    case 'completed':
      return { kind: 'change', charge: install.status === 'failed' };
    case 'pending':
      if (ended(install)) return refused(ENDED);
      if (install.committed) return refused(COMMITTED);
      return install.credentials ? { kind: 'change', charge: false } : refused(NO_CREDENTIALS);
    case 'running':
      if (ended(install)) return refused(ENDED);
      if (!install.committed) return refused(NOT_COMMITTED);
      return install.liveStage ? { kind: 'change', charge: false } : refused(NO_STAGE);
  }
}
