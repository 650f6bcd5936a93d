import { Body, Controller, Param } from '@nestjs/common';
import { AdminOnly, SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { CreateApiKeyRequest } from '@casement/proto/http/auth/api-keys.js';
import { authRoutes } from '@casement/proto/http/auth/auth.routes.js';
import { userApiKeysRoutes } from '@casement/proto/http/auth/user-api-keys.routes.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { toApiKey } from './api-keys.mapper.js';
import { ApiKeysService } from './api-keys.service.js';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly service: ApiKeysService,
    private readonly throttle: ThrottleService,
  ) {}

  @Route(authRoutes.ownApiKeys)
  @SignedIn()
  async list(@CurrentActor() actor: Actor) {
    return reply((await this.service.list(actor)).map(toApiKey), 'API keys');
  }

  @Route(authRoutes.createApiKey)
  @SignedIn()
  async create(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: CreateApiKeyRequest,
  ) {
    await this.throttle.take(LIMITS.apiKeys, actor.userId);
    const { stored, key } = await this.service.create(unit, actor, body);
    return reply({ ...toApiKey(stored), key }, 'The API key was created.');
  }

  @Route(authRoutes.revokeApiKey)
  @SignedIn()
  async revoke(@CurrentActor() actor: Actor, @Param('id') id: string) {
    await this.service.revoke(actor, id);
    return reply(null, 'The API key was revoked.');
  }

  @Route(userApiKeysRoutes.apiKeysOfUser)
  @AdminOnly()
  async listOf(@Param('id') id: string) {
    return reply((await this.service.listOf(id)).map(toApiKey), 'API keys');
  }

  @Route(userApiKeysRoutes.revokeApiKeyOfUser)
  @AdminOnly()
  async revokeOf(@Param('id') id: string, @Param('key') key: string) {
    await this.service.revokeOf(id, key);
    return reply(null, 'The API key was revoked.');
  }
}
