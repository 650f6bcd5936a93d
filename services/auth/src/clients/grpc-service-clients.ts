import { status, type ServiceError } from '@grpc/grpc-js';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import type { UserStats } from '@casement/proto/gen/casement/install/v1/install_service.js';
import { AuthConfig } from '../config.js';
import { batched } from './batched.js';
import { ServiceClients } from './service-clients.js';

/** How long what a page shows may take, in ms; the services are asked in parallel. */
export const PAGE_DEADLINE_MS = Symbol('PAGE_DEADLINE_MS');
export const pageDeadline = { provide: PAGE_DEADLINE_MS, useValue: 800 };
/** What a deletion waits for; two of them in a row stay below the ten seconds that a browser waits. */
const DELETION_DEADLINE_MS = 3_000;

@Injectable()
export class GrpcServiceClients
  extends ServiceClients
  implements OnModuleInit, OnApplicationShutdown
{
  private readonly billing;
  private readonly install;
  private readonly telegram;
  private readonly deletion;

  readonly findBalance = batched(async (userIds) => byUser(await this.findBalances(userIds)));
  readonly findInstallStats = batched(async (userIds) => byUser(await this.installStats(userIds)));
  readonly findTelegramLink = batched(async (userIds) =>
    byUser(await this.findTelegramLinks(userIds)),
  );

  constructor(
    config: AuthConfig,
    identity: Identity,
    @Inject(PAGE_DEADLINE_MS) deadlineMs: number,
  ) {
    super();
    this.billing = grpcClient('billing', {
      url: config.BILLING_GRPC_URL,
      identity,
      deadlineMs,
      idempotent: ['GetBalances'],
    });
    this.install = grpcClient('install', {
      url: config.INSTALL_GRPC_URL,
      identity,
      deadlineMs,
      idempotent: ['GetUserStats', 'BatchGetUserStats'],
    });
    this.telegram = grpcClient('telegram', {
      url: config.TELEGRAM_GRPC_URL,
      identity,
      deadlineMs,
      idempotent: ['GetLinks'],
    });
    this.deletion = grpcClient('install', {
      url: config.INSTALL_GRPC_URL,
      identity,
      deadlineMs: DELETION_DEADLINE_MS,
      idempotent: ['CloseUser', 'ReopenUser'],
    });
  }

  /** Before this process is sent requests: what a page may take is too short to connect in, too. */
  async onModuleInit(): Promise<void> {
    await Promise.all([this.billing, this.install, this.telegram].map((one) => one.connect()));
  }

  async findBalances(userIds: string[]) {
    return (await this.billing.GetBalances({ userIds })).balances;
  }

  async findTelegramLinks(userIds: string[]) {
    return (await this.telegram.GetLinks({ userIds })).links;
  }

  async closeInstalls(userId: string, deletionId: string) {
    return (await this.deletion.CloseUser({ userId, deletionId })).active;
  }

  async reopenInstalls(userId: string, deletionId: string) {
    await this.deletion.ReopenUser({ userId, deletionId });
  }

  private async installStats(userIds: string[]): Promise<UserStats[]> {
    try {
      return (await this.install.BatchGetUserStats({ userIds })).users;
    } catch (error) {
      if (!isUnimplemented(error)) throw error;
      // 0.1.0, which runs beside this version during an upgrade, answers for one user at a time.
      return Promise.all(
        userIds.map(async (userId) => ({
          userId,
          ...(await this.install.GetUserStats({ userId })),
        })),
      );
    }
  }

  /** Not earlier: requests that are under way still ask. */
  onApplicationShutdown(): void {
    this.billing.close();
    this.install.close();
    this.telegram.close();
    this.deletion.close();
  }
}

const isUnimplemented = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.cause as ServiceError | undefined)?.code === status.UNIMPLEMENTED;

const byUser = <T extends { userId: string }>(entries: T[]): Map<string, T> =>
  new Map(entries.map((entry) => [entry.userId, entry]));
