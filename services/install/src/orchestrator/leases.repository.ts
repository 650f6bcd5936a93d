import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { InstallConfig } from '../config.js';
import { InstallEntity } from '../installs/install.entity.js';
import { LeaseTable } from './lease-table.js';

/** Leases of installs. */
@Injectable()
export class LeasesRepository extends LeaseTable<InstallEntity> {
  constructor(db: Database, config: InstallConfig) {
    super(db, {
      entity: InstallEntity,
      table: 'install',
      open: ['pending', 'preparing', 'running', 'manual_review'],
      leaseSeconds: config.INSTALL_LEASE_SECONDS,
    });
  }
}
