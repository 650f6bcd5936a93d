import type { InstallStatus, UpdateInstallRequest } from '@casement/proto/http/install.js';

/** What an edit depends on. */
export interface EditedInstall {
  status: InstallStatus;
  /** The root password is still kept. */
  credentials: boolean;
  /** Files of ours may lie on the VPS, or our stage run on it. */
  sent: boolean;
  /** The install has failed already, and waits for the VPS to come back to Linux. */
  returning: boolean;
  /** The disk has begun to be replaced: the VPS can't return to Linux. */
  committed: boolean;
  /** The RAM stage holds a token, has not given up, and reported lately. */
  liveStage: boolean;
}

export type Edit =
  | { kind: 'same' }
  | { kind: 'refused'; reason: string }
  /** The VPS goes back to Linux first, and the install is failed when it is there. */
  | { kind: 'return' }
  /** `charge`: its quota went back, and has to be taken again first. */
  | { kind: 'change'; charge: boolean };

const ENDED =
  'This install has ended: the root password was erased and no stage runs on the VPS, so the install cannot be resumed.';
const COMMITTED = 'The disk of the VPS has begun to be replaced, so the install cannot start over.';
const NO_CREDENTIALS = 'The root password is no longer stored, so the install cannot start over.';
const NOT_COMMITTED =
  'The VPS has not begun to replace its disk; the install is set to running automatically when it does.';
const NO_STAGE = 'No live stage is running on the VPS any more, so the install cannot continue.';

const refused = (reason: string): Edit => ({ kind: 'refused', reason });
const ended = ({ status }: EditedInstall) => status === 'completed' || status === 'failed';

/** Before the commit, where there is something to remove and a way to do it. */
const canReturn = (install: EditedInstall): boolean =>
  !ended(install) && !install.committed && install.sent && install.credentials;

/**
 * What an administrator's edit means: the only transition table of an administrator's edits (SPEC §4). Quota follows the
 * event of the change: billing (`holds/holds.service.ts`) captures on `completed`, releases or refunds on `failed`.
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
