import {
  ACTIVE_INSTALL_STATUSES,
  installStatus,
  type InstallFilter,
  type InstallStatus,
} from '@casement/proto/http/install.js';

/** The statuses that a list's filter stands for. */
export function statusesOf(filter: InstallFilter): readonly InstallStatus[] {
  if (filter === 'all') return installStatus.options;
  return filter === 'active' ? ACTIVE_INSTALL_STATUSES : [filter];
}
