import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type { UserStats } from '@casement/proto/gen/casement/install/v1/install_service.js';
import { ServiceClients } from '../clients/service-clients.js';
import type { TelegramLink } from '../clients/telegram-fields.js';
import { LegalPagesService, type PendingTerms } from '../legal-pages/legal-pages.service.js';
import { UsersService, type User } from '../users/users.service.js';
import { dashboardErrors } from './dashboard.errors.js';

const log = logger('dashboard');

export interface Dashboard {
  user: User;
  quota: number;
  installs: UserStats;
  telegram: TelegramLink;
  termsToAccept: PendingTerms | null;
}

@Injectable()
export class DashboardService {
  constructor(
    private readonly users: UsersService,
    private readonly clients: ServiceClients,
    private readonly legalPages: LegalPagesService,
  ) {}

  /**
   * Queries billing, install and telegram in parallel.
   *
   * @throws dashboardErrors.balanceUnavailable, dashboardErrors.installsUnavailable (503)
   */
  async compose({ userId }: Actor): Promise<Dashboard> {
    const [user, balance, installs, telegram, termsToAccept] = await Promise.all([
      this.users.get(userId),
      this.clients.findBalance(userId).catch((cause: unknown) => {
        throw dashboardErrors.balanceUnavailable(cause);
      }),
      this.clients.findInstallStats(userId).catch((cause: unknown) => {
        throw dashboardErrors.installsUnavailable(cause);
      }),
      this.clients.findTelegramLink(userId).catch((err: unknown) => {
        log.warn({ err }, 'could not read the Telegram status');
        return 'unknown' as const;
      }),
      this.legalPages.pendingTerms(userId),
    ]);
    // Billing and install return an entry for every user, so a missing entry is an upstream error.
    if (!balance)
      throw dashboardErrors.balanceUnavailable(
        new Error('billing returned no balance for the user'),
      );
    if (!installs)
      throw dashboardErrors.installsUnavailable(
        new Error('install returned no statistics for the user'),
      );
    return { user, quota: balance.quota, installs, telegram: telegram ?? null, termsToAccept };
  }
}
