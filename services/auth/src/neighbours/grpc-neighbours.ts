import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { grpcClient } from '@casement/common/grpc/grpc-client.js';
import type { BillingService } from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import type { InstallService } from '@casement/proto/gen/casement/install/v1/install_service.js';
import type { TelegramService } from '@casement/proto/gen/casement/telegram/v1/telegram_service.js';
import { AuthConfig } from '../config.js';
import { Neighbours } from './neighbours.js';

/** Each may take this long; they are asked in parallel. */
const DEADLINE_MS = 800;

@Injectable()
export class GrpcNeighbours extends Neighbours implements OnApplicationShutdown {
  private readonly billing;
  private readonly install;
  private readonly telegram;

  constructor(config: AuthConfig) {
    super();
    this.billing = grpcClient<BillingService>({
      package: 'casement.billing.v1',
      service: 'BillingService',
      proto: 'casement/billing/v1/billing_service.proto',
      url: config.BILLING_GRPC_URL,
      deadlineMs: DEADLINE_MS,
      idempotent: ['GetBalances'],
    });
    this.install = grpcClient<InstallService>({
      package: 'casement.install.v1',
      service: 'InstallService',
      proto: 'casement/install/v1/install_service.proto',
      url: config.INSTALL_GRPC_URL,
      deadlineMs: DEADLINE_MS,
      idempotent: ['GetUserStats'],
    });
    this.telegram = grpcClient<TelegramService>({
      package: 'casement.telegram.v1',
      service: 'TelegramService',
      proto: 'casement/telegram/v1/telegram_service.proto',
      url: config.TELEGRAM_GRPC_URL,
      deadlineMs: DEADLINE_MS,
      idempotent: ['GetLinks'],
    });
  }

  async findBalance(userId: string) {
    const { balances } = await this.billing.GetBalances({ userIds: [userId] });
    return balances.find((balance) => balance.userId === userId);
  }

  getInstallStats(userId: string) {
    return this.install.GetUserStats({ userId });
  }

  async findTelegramLink(userId: string) {
    const { links } = await this.telegram.GetLinks({ userIds: [userId] });
    return links.find((link) => link.userId === userId);
  }

  /** Not earlier: requests that are under way still ask. */
  onApplicationShutdown(): void {
    this.billing.close();
    this.install.close();
    this.telegram.close();
  }
}
