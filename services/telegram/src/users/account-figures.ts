import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type {
  GetUserStatsResponse,
  InstallSummary,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import { MAX_IDS_PER_CALL } from '@casement/proto/limits.js';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import { TelegramConfig } from '../config.js';

/** Deadline of a call, including retries. Longer than in other services because no page waits for it. */
const DEADLINE_MS = 3_000;

/** Account data from billing and install. Each call throws UNAVAILABLE if the service does not answer in time. */
@Injectable()
export class AccountFigures implements OnApplicationShutdown {
  private readonly billing;
  private readonly install;

  constructor(config: TelegramConfig, identity: Identity) {
    this.billing = grpcClient('billing', {
      url: config.BILLING_GRPC_URL,
      identity,
      deadlineMs: DEADLINE_MS,
      idempotent: ['GetBalances'],
    });
    this.install = grpcClient('install', {
      url: config.INSTALL_GRPC_URL,
      identity,
      deadlineMs: DEADLINE_MS,
      idempotent: ['GetUserStats', 'GetInstalls'],
    });
  }

  async quota(userId: string): Promise<number> {
    const { balances } = await this.billing.GetBalances({ userIds: [userId] });
    return balances.find((balance) => balance.userId === userId)?.quota ?? 0;
  }

  installs(userId: string): Promise<GetUserStatsResponse> {
    return this.install.GetUserStats({ userId });
  }

  /** Omits unknown installs. Accepts any number of IDs. */
  async installsById(ids: string[]): Promise<InstallSummary[]> {
    const found: InstallSummary[] = [];
    for (let from = 0; from < ids.length; from += MAX_IDS_PER_CALL) {
      const { installs } = await this.install.GetInstalls({
        ids: ids.slice(from, from + MAX_IDS_PER_CALL),
      });
      found.push(...installs);
    }
    return found;
  }

  onApplicationShutdown(): void {
    this.billing.close();
    this.install.close();
  }
}
