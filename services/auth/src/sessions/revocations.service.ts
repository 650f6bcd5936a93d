import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import type { RevocationEntry } from '@casement/common/messaging/edge/edge-entries.js';
import type { SessionRevoked } from '@casement/proto/gen/casement/auth/v1/auth_events.js';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { UsersService } from '../users/users.service.js';
import { ACCESS_TOKEN_SECONDS } from './access-tokens.js';
import { SessionsRepository } from './sessions.repository.js';

/**
 * Twice the life of an access token: an older revocation has nothing left to refuse. What services remember of an API key
 * lives shorter (see ApiKeyVerifier).
 */
const LOOK_BACK_MS = 2 * ACCESS_TOKEN_SECONDS * 1000;

/** Keeps the edge bucket of ended sessions, revoked API keys and ended users a projection of the rows here. */
@Injectable()
export class RevocationsService implements OnApplicationBootstrap {
  constructor(
    private readonly edge: EdgeWriter,
    private readonly sessions: SessionsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly users: UsersService,
  ) {}

  /** Not awaited: a start must not hang while NATS is away. */
  onApplicationBootstrap(): void {
    this.edge.rebuildOnReconnect(() => this.rebuild());
  }

  /** Writes the bucket anew from the rows, in case NATS has lost its files. */
  async rebuild(): Promise<void> {
    await this.edge.rebuildRevocations(await this.findRecent());
    // Another replica may have written one after the first look; the rebuild has swept it away then.
    for (const entry of await this.findRecent()) await this.write(entry);
  }

  /** Harmless when repeated or late: the epoch written is the one that holds now. */
  async project({ userId, sessionId }: SessionRevoked): Promise<void> {
    if (sessionId !== '') return this.edge.revokeSession(sessionId);
    const [user] = await this.users.findMany([userId]);
    await this.edge.revokeUser(userId, user?.epoch ?? null);
  }

  private async findRecent(): Promise<RevocationEntry[]> {
    const since = new Date(Date.now() - LOOK_BACK_MS);
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
