import type { Database } from '@casement/common/data/database/database.js';
import { LeaseTable } from '@casement/common/data/jobs/lease-table.js';
import type { InstallConfig } from '../config.js';
import { otherRegionOrigins, NEAREST_ORIGIN } from './worker-regions.js';
import { InstallEntity } from './install.entity.js';
import { INSTALL_TURNS } from './installs.repository.js';

export type LeaseSettings = Pick<InstallConfig, 'INSTALL_LEASE_SECONDS'> &
  Partial<Pick<InstallConfig, 'INSTALL_REGION' | 'INSTALL_REGION_WAIT_SECONDS' | 'IMAGE_ORIGINS'>>;

export function installLeases(db: Database, settings: LeaseSettings): LeaseTable<InstallEntity> {
  const foreign = otherRegionOrigins(settings.IMAGE_ORIGINS ?? [], settings.INSTALL_REGION ?? '');
  return new LeaseTable(db, {
    entity: InstallEntity,
    open: INSTALL_TURNS.open,
    leaseSeconds: settings.INSTALL_LEASE_SECONDS,
    // Prevents a user with 500 waiting installs from blocking another user's single install.
    fairTurns: true,
    ...(foreign.length > 0 && {
      reserved: {
        condition: `${NEAREST_ORIGIN} = ANY ($3)`,
        parameters: [foreign],
        seconds: settings.INSTALL_REGION_WAIT_SECONDS ?? 0,
      },
    }),
  });
}
