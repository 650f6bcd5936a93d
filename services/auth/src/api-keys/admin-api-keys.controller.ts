import { Controller, Param } from '@nestjs/common';
import { AdminOnly } from '@casement/common/platform/auth/access.decorators.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { userApiKeysRoutes } from '@casement/proto/http/user-api-keys.routes.js';
import { toApiKey } from './api-keys.mapper.js';
import { ApiKeysService } from './api-keys.service.js';

/** A user's keys in administrators' hands: never the key itself. */
@Controller()
@AdminOnly()
export class AdminApiKeysController {
  constructor(private readonly service: ApiKeysService) {}

  @Route(userApiKeysRoutes.apiKeysOfUser)
  async list(@Param('id') id: string) {
    return reply((await this.service.listOf(id)).map(toApiKey), 'API keys');
  }

  @Route(userApiKeysRoutes.revokeApiKeyOfUser)
  async revoke(@Param('id') id: string, @Param('key') key: string) {
    await this.service.revokeOf(id, key);
    return reply(null, 'The API key was revoked.');
  }
}
