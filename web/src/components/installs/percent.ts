import type { InstallStatus } from '@casement/proto/http/install/install.js';

/** SPEC §4, the list of installs: pending 0, preparing 25, running 75, otherwise 100. */
export const LIST_PERCENT: Record<InstallStatus, number> = {
  pending: 0,
  preparing: 25,
  running: 75,
  completed: 100,
  failed: 100,
  manual_review: 100,
};

/** SPEC §4, the monitoring table: completed and failed 100, running 65, pending 10, otherwise 0. */
export const MONITORING_PERCENT: Record<InstallStatus, number> = {
  completed: 100,
  failed: 100,
  running: 65,
  pending: 10,
  preparing: 0,
  manual_review: 0,
};
