import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { DataExport } from '@casement/proto/http/auth/account.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { toApiKey } from '../api-keys/api-keys.mapper.js';
import { ServiceClients } from '../clients/service-clients.js';
import { LegalPagesService } from '../legal-pages/legal-pages.service.js';
import { toUserSession } from '../sessions/sessions.mapper.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { toUserResponse } from '../users/users.mapper.js';
import { UsersService } from '../users/users.service.js';

@Injectable()
export class DataExportService {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly apiKeys: ApiKeysService,
    private readonly legalPages: LegalPagesService,
    private readonly clients: ServiceClients,
    private readonly throttle: ThrottleService,
    private readonly audit: Audit,
  ) {}

  /** @throws throttleErrors.tooManyAttempts, UNAVAILABLE if a service does not answer: exports are never partial */
  async export(actor: Actor): Promise<DataExport> {
    const { userId } = actor;
    await this.throttle.take(LIMITS.dataExports, userId);
    const [user, sessions, keys, acceptances, others] = await Promise.all([
      this.users.get(userId),
      this.sessions.list(actor),
      this.apiKeys.list(actor),
      this.legalPages.acceptances(userId),
      this.clients.exportUser(userId),
    ]);
    await this.audit.record(null, { action: 'data.exported', target: `user:${userId}` });
    return {
      exported_at: new Date().toISOString(),
      user: toUserResponse(user),
      sessions: sessions.map((session) => toUserSession(session, actor)),
      api_keys: keys.map(toApiKey),
      accepted_terms: acceptances.map(({ version, acceptedAt }) => ({
        version,
        accepted_at: acceptedAt.toISOString(),
      })),
      ...others,
    };
  }
}
