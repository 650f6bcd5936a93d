import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import type { RevocationEntry } from '@casement/common/messaging/edge/edge-entries.js';
import type { SessionRevoked } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { UsersService } from '../users/users.service.js';
import { ACCESS_TOKEN_SECONDS } from './access-tokens.js';
import { SessionsRepository } from './sessions.repository.js';

/**
 * Twice the lifetime of an access token. Tokens affected by older revocations have all expired. API keys are cached
 * for a shorter time (see ApiKeyVerifier).
 */
const LOOKBACK_MS = 2 * ACCESS_TOKEN_SECONDS * 1000;

/** Projects ended sessions, revoked API keys and raised epochs from the database to the edge bucket. */
@Injectable()
export class RevocationsService implements OnApplicationBootstrap {
  constructor(
    private readonly edge: EdgeWriter,
    private readonly sessions: SessionsRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly users: UsersService,
  ) {}

  /** Runs in the background because the service must start while NATS is unavailable. */
  onApplicationBootstrap(): void {
    this.edge.rebuildOnReconnect(() => this.rebuild());
  }

  /** Rewrites the bucket from the database in case NATS has lost its files. */
  async rebuild(): Promise<void> {
    await this.edge.rebuildRevocations(await this.findRecent());
    // Rewrites the entries, because the rebuild may have removed one that another replica wrote after the first
    // read.
    for (const entry of await this.findRecent()) await this.write(entry);
  }

  /** Idempotent and independent of the order of events: writes the current epoch. */
  async project({ userId, sessionId }: SessionRevoked): Promise<void> {
    if (sessionId !== '') return this.edge.revokeSession(sessionId);
    const [user] = await this.users.findMany([userId]);
    await this.edge.revokeUser(userId, user?.epoch ?? null);
  }

  private async findRecent(): Promise<RevocationEntry[]> {
    const since = new Date(Date.now() - LOOKBACK_MS);
    const sessions = await this.sessions.findRevokedSince(since);
    const keys = await this.apiKeys.findRevokedSince(since);
    const users = await this.users.findEpochsRaisedSince(since);
    const deleted = await this.users.findDeletedSince(since);
    return [
      ...[...sessions, ...keys].map((sessionId) => ({ kind: 'session' as const, sessionId })),
      ...users.map(({ id, epoch }) => ({ kind: 'user' as const, userId: id, minEpoch: epoch })),
      ...deleted.map((userId) => ({ kind: 'user' as const, userId, minEpoch: null })),
    ];
  }

  private write(entry: RevocationEntry): Promise<void> {
    return entry.kind === 'session'
      ? this.edge.revokeSession(entry.sessionId)
      : this.edge.revokeUser(entry.userId, entry.minEpoch);
  }
}
