import { Injectable } from '@nestjs/common';
import type { AdminTopupsQuery } from '@casement/proto/http/billing.js';
import { UsersDirectory } from '../../users/users-directory.js';
import type { Topup } from '../topup.entity.js';
import { AdminTopupsRepository } from './admin-topups.repository.js';

/** Everybody's top-ups, to look at (SPEC §2). */
@Injectable()
export class AdminTopupsService {
  constructor(
    private readonly topups: AdminTopupsRepository,
    private readonly users: UsersDirectory,
  ) {}

  /** @returns a page, newest first, and the names of its users as far as auth tells them */
  async page(
    query: AdminTopupsQuery,
  ): Promise<{ rows: Topup[]; total: number; names: Map<string, string> }> {
    const [rows, total] = await Promise.all([this.topups.page(query), this.topups.count(query)]);
    return { rows, total, names: await this.users.names(rows.map(({ userId }) => userId)) };
  }
}
