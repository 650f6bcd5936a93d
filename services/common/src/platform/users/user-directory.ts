import type { OnApplicationShutdown, Provider, Type } from '@nestjs/common';
import type { UserSummary } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { DomainError } from '../../core/errors/domain-error.js';
import { grpcClient } from '../grpc/grpc-client.js';
import { Identity } from '../identity/identity.js';
import { logger } from '../../core/logging/logger.js';

const log = logger('users');

const userErrors = {
  notFound: () => new DomainError('not_found', 'NOT_FOUND', 'User not found'),
};

/** Looks up usernames and addresses in auth. Other services do not store them. */
export class UserDirectory implements OnApplicationShutdown {
  private readonly auth;

  constructor(authUrl: string, deadlineMs: number, identity: Identity) {
    this.auth = grpcClient('auth', {
      url: authUrl,
      identity,
      deadlineMs,
      idempotent: ['GetUsers', 'GetLegalPages'],
    });
  }

  /**
   * Returns undefined for a deleted user.
   *
   * @throws UNAVAILABLE while auth does not answer
   */
  async find(userId: string): Promise<UserSummary | undefined> {
    const { users } = await this.auth.GetUsers({ ids: [userId] });
    return users.find(({ id }) => id === userId);
  }

  /** @throws NOT_FOUND, or UNAVAILABLE while auth does not answer */
  async get(userId: string): Promise<UserSummary> {
    const user = await this.find(userId);
    if (!user) throw userErrors.notFound();
    return user;
  }

  /**
   * Returns names by id, in one call. A name is missing for a deleted user, and all are missing while auth does not
   * answer.
   */
  async names(ids: readonly string[]): Promise<Map<string, string>> {
    const users = await this.findMany(ids);
    return new Map([...users].map(([id, { username }]) => [id, username]));
  }

  /**
   * Returns users by id, in one call for at most 200 ids. Deleted users are missing; the result is empty while auth
   * does not answer.
   */
  async findMany(ids: readonly string[]): Promise<Map<string, UserSummary>> {
    return (await this.lookUp(ids)) ?? new Map<string, UserSummary>();
  }

  /** Returns undefined while auth does not answer, and from older versions of auth. */
  async timeZoneOf(userId: string): Promise<string | undefined> {
    return (await this.findMany([userId])).get(userId)?.timeZone;
  }

  /** Like `findMany`, but tells a missing answer from deleted users: `null` while auth does not answer. */
  async lookUp(ids: readonly string[]): Promise<Map<string, UserSummary> | null> {
    if (ids.length === 0) return new Map();
    try {
      const { users } = await this.auth.GetUsers({ ids: [...new Set(ids)] });
      return new Map(users.map((user) => [user.id, user]));
    } catch (error) {
      log.warn({ err: error }, 'could not read usernames');
      return null;
    }
  }

  /** Published legal pages; none while auth does not answer, and from older versions of auth. */
  async legalPages(): Promise<string[]> {
    try {
      return (await this.auth.GetLegalPages({})).pages;
    } catch (error) {
      log.warn({ err: error }, 'could not read the legal pages');
      return [];
    }
  }

  /** Closes late because requests in flight still look up users. */
  onApplicationShutdown(): void {
    this.auth.close();
  }
}

/**
 * @param deadlineMs of a call including its retries
 * @example providers: [userDirectory(BillingConfig, 2_500)]
 */
export const userDirectory = (
  config: Type<{ AUTH_GRPC_URL: string }>,
  deadlineMs: number,
): Provider => ({
  provide: UserDirectory,
  inject: [config, Identity],
  useFactory: ({ AUTH_GRPC_URL }: { AUTH_GRPC_URL: string }, identity: Identity) =>
    new UserDirectory(AUTH_GRPC_URL, deadlineMs, identity),
});
