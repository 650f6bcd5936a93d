import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { UserStats } from '@casement/proto/gen/casement/install/v1/install_service.js';
import type { Link } from '@casement/proto/gen/casement/telegram/v1/telegram_service.js';
import type { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { ServiceClients } from '../clients/service-clients.js';
import { dashboardErrors } from './dashboard.errors.js';

const log = logger('dashboard');

export interface Dashboard {
  user: UserEntity;
  quota: number;
  installs: UserStats;
  /** `unknown`: the telegram service did not answer; null: not connected. */
  telegram: Link | null | 'unknown';
}

@Injectable()
export class DashboardService {
  constructor(
    private readonly users: UsersService,
    private readonly clients: ServiceClients,
  ) {}

  /**
   * Asks all three at once, so the slowest decides how long it takes.
   * @throws dashboardErrors.balanceUnavailable, dashboardErrors.installsUnavailable (503)
   */
  async compose({ userId }: Actor): Promise<Dashboard> {
    const [user, balance, installs, telegram] = await Promise.all([
      this.users.get(userId),
      this.clients.findBalance(userId).catch((cause: unknown) => {
        throw dashboardErrors.balanceUnavailable(cause);
      }),
      this.clients.findInstallStats(userId).catch((cause: unknown) => {
        throw dashboardErrors.installsUnavailable(cause);
      }),
      this.clients.findTelegramLink(userId).catch((err: unknown) => {
        log.warn({ err }, 'telegram not known');
        return 'unknown' as const;
      }),
    ]);
    // Billing answers for every user, with 0 for who has no entry yet: nothing at all is its fault.
    if (!balance) throw dashboardErrors.balanceUnavailable(new Error('billing left the user out'));
    if (!installs)
      throw dashboardErrors.installsUnavailable(new Error('install left the user out'));
    return {
      user,
      quota: balance.quota,
      installs,
      telegram: telegram ?? null,
    };
  }
}
