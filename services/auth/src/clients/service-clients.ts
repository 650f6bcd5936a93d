import { status, type ServiceError } from '@grpc/grpc-js';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import { exportedByServices, type ExportedByServices } from '@casement/proto/http/auth/account.js';
import type { UserStats } from '@casement/proto/gen/casement/install/v1/install_service.js';
import { AuthConfig } from '../config.js';
import { batched } from './batched.js';

/** Deadline in ms of the calls that a page waits for. The services are queried in parallel. */
export const PAGE_DEADLINE_MS = Symbol('PAGE_DEADLINE_MS');
/**
 * Deadline of the calls made during an account deletion or a data export. Two calls in a row stay below the browser's
 * timeout of ten seconds.
 */
const SLOW_DEADLINE_MS = 3_000;

/** Clients of the other services. Each call throws DomainError UNAVAILABLE after its deadline. */
@Injectable()
export class ServiceClients implements OnModuleInit, OnApplicationShutdown {
  private readonly billing;
  private readonly install;
  private readonly telegram;
  private readonly slowBilling;
  private readonly slowInstall;
  private readonly slowTelegram;

  /** Concurrent callers share a request. Resolves to undefined if billing's response does not contain the user. */
  readonly findBalance = batched(async (userIds) => byUser(await this.findBalances(userIds)));
  /** Concurrent callers share a request. Resolves to zeros for a user without installs. */
  readonly findInstallStats = batched(async (userIds) => byUser(await this.installStats(userIds)));
  /** Concurrent callers share a request. Resolves to undefined for a user who is not connected. */
  readonly findTelegramLink = batched(async (userIds) =>
    byUser(await this.findTelegramLinks(userIds)),
  );

  constructor(
    config: AuthConfig,
    identity: Identity,
    @Inject(PAGE_DEADLINE_MS) deadlineMs: number,
  ) {
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
    const slow = { identity, deadlineMs: SLOW_DEADLINE_MS };
    this.slowBilling = grpcClient('billing', {
      ...slow,
      url: config.BILLING_GRPC_URL,
      idempotent: ['ExportUser'],
    });
    this.slowInstall = grpcClient('install', {
      ...slow,
      url: config.INSTALL_GRPC_URL,
      idempotent: ['CloseUser', 'ReopenUser', 'ExportUser'],
    });
    this.slowTelegram = grpcClient('telegram', {
      ...slow,
      url: config.TELEGRAM_GRPC_URL,
      idempotent: ['ExportUser'],
    });
  }

  /** Connects before requests arrive because the page deadline is too short to include connecting. */
  async onModuleInit(): Promise<void> {
    await Promise.all([this.billing, this.install, this.telegram].map((one) => one.connect()));
  }

  /** Billing returns 0 for users without entries. Takes up to 200 ids. */
  async findBalances(userIds: string[]) {
    return (await this.billing.GetBalances({ userIds })).balances;
  }

  /** Leaves out users who are not connected. Takes up to 200 ids. */
  async findTelegramLinks(userIds: string[]) {
    return (await this.telegram.GetLinks({ userIds })).links;
  }

  /**
   * Makes install refuse new installs of the user.
   *
   * @returns the number of installs in progress
   */
  async closeInstalls(userId: string, deletionId: string): Promise<number> {
    return (await this.slowInstall.CloseUser({ userId, deletionId })).active;
  }

  async reopenInstalls(userId: string, deletionId: string): Promise<void> {
    await this.slowInstall.ReopenUser({ userId, deletionId });
  }

  /** Returns the user's data in the other services. */
  async exportUser(userId: string): Promise<ExportedByServices> {
    const clients = [this.slowBilling, this.slowInstall, this.slowTelegram];
    const parts = await Promise.all(clients.map((client) => client.ExportUser({ userId })));
    return exportedByServices.parse(
      Object.assign({}, ...parts.map(({ json }) => JSON.parse(json) as object)),
    );
  }

  private async installStats(userIds: string[]): Promise<UserStats[]> {
    try {
      return (await this.install.BatchGetUserStats({ userIds })).users;
    } catch (error) {
      if (!isUnimplemented(error)) throw error;
      // Version 0.1.0, which runs in parallel during an upgrade, can query only one user per call.
      return Promise.all(
        userIds.map(async (userId) => ({
          userId,
          ...(await this.install.GetUserStats({ userId })),
        })),
      );
    }
  }

  /** Closes late because requests in flight still use the clients. */
  onApplicationShutdown(): void {
    const slow = [this.slowBilling, this.slowInstall, this.slowTelegram];
    for (const client of [this.billing, this.install, this.telegram, ...slow]) client.close();
  }
}

const isUnimplemented = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.cause as ServiceError | undefined)?.code === status.UNIMPLEMENTED;

const byUser = <T extends { userId: string }>(entries: T[]): Map<string, T> =>
  new Map(entries.map((entry) => [entry.userId, entry]));
