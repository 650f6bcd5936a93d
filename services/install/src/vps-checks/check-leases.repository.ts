import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { InstallConfig } from '../config.js';
import { LeaseTable } from '../orchestrator/lease-table.js';
import { VpsCheckEntity } from './vps-check.entity.js';

/** Leases of checks. */
@Injectable()
export class CheckLeasesRepository extends LeaseTable<VpsCheckEntity> {
  constructor(db: Database, config: InstallConfig) {
    super(db, {
      entity: VpsCheckEntity,
      table: 'vps_check',
      open: ['pending', 'running'],
      leaseSeconds: config.INSTALL_LEASE_SECONDS,
    });
  }
}
