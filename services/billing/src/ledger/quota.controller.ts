import { Body, Controller, Headers, Param, Post } from '@nestjs/common';
import {
  updateQuotaRequest,
  updateQuotaResponse,
  type UpdateQuotaRequest,
  type UpdateQuotaResponse,
} from '@casement/proto/http/billing.js';
import { userId } from '@casement/proto/http/envelope.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { idempotencyKeyOf } from '../idempotency/idempotency-key.js';
import { QuotaService } from './quota.service.js';

@Controller('admin/users')
@AdminOnly()
export class QuotaController {
  constructor(private readonly service: QuotaService) {}

  @Post(':id/quota')
  @Answers(updateQuotaResponse)
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: userId }) id: string,
    @Body({ schema: updateQuotaRequest }) body: UpdateQuotaRequest,
    @Headers('idempotency-key') key?: string,
  ) {
    const newQuota = await this.service.update(actor, id, body, idempotencyKeyOf(key));
    return reply({ newQuota } satisfies UpdateQuotaResponse, 'Quota updated successfully');
  }
}
