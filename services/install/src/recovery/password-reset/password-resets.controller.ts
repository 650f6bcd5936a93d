import { Body, Controller, Param } from '@nestjs/common';
import type {
  PasswordReset,
  PasswordResetRequest,
} from '@casement/proto/http/install/password-reset.js';
import { recoveryRoutes } from '@casement/proto/http/install/recovery.routes.js';
import { SignedIn } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import type { PasswordResetEntity } from './password-reset.entity.js';
import { PasswordResetsService } from './password-resets.service.js';

@Controller()
@SignedIn()
export class PasswordResetsController {
  constructor(private readonly service: PasswordResetsService) {}

  @Route(recoveryRoutes.resetWindowsPassword)
  async request(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: PasswordResetRequest,
  ) {
    const reset = await this.service.request(unit, actor, id, body);
    return reply(toPasswordReset(reset), 'The recovery system resets the password');
  }

  @Route(recoveryRoutes.windowsPasswordReset)
  async last(@CurrentActor() actor: Actor, @Param('id') id: string) {
    const reset = await this.service.last(actor, id);
    return reply(reset && toPasswordReset(reset), 'Last reset of the password');
  }
}

const toPasswordReset = ({
  status,
  failure,
  createdAt,
  endedAt,
}: PasswordResetEntity): PasswordReset => ({
  status,
  failure,
  requested_at: createdAt.toISOString(),
  ended_at: endedAt?.toISOString() ?? null,
});
