import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  cancelRecoveryRequest,
  recoveriesQuery,
  recoveryOverview,
  recoveryRecord,
  triggerRecoveryRequest,
  type CancelRecoveryRequest,
  type RecoveriesQuery,
  type RecoveryOverview,
  type TriggerRecoveryRequest,
} from '@casement/proto/http/security/recovery.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { CurrentActor } from '@casement/common/auth/current-actor.decorator.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { reply } from '@casement/common/http/reply.js';
import { toRecoveryRecord } from './recovery.mapper.js';
import { RecoveryService } from './recovery.service.js';

const recoveryId = z.uuid('Recovery is not known').toLowerCase();

@Controller('security/recovery')
@AdminOnly()
export class RecoveryController {
  constructor(private readonly service: RecoveryService) {}

  @Get()
  @Answers(recoveryOverview, { meta: true })
  async overview(@Query({ schema: recoveriesQuery }) query: RecoveriesQuery) {
    const [{ rows, total }, status] = await Promise.all([
      this.service.page(query),
      this.service.status(),
    ]);
    const data: RecoveryOverview = {
      systemRecoveryActive: status.autoRecovery && status.running,
      history: rows.map(toRecoveryRecord),
      status,
    };
    const { page, pageSize } = query;
    return reply(data, 'Recovery status', { meta: { page, pageSize, total } });
  }

  @Post('trigger')
  @Answers(recoveryRecord)
  async trigger(
    @CurrentActor() actor: Actor,
    @Body({ schema: triggerRecoveryRequest }) body: TriggerRecoveryRequest,
  ) {
    return reply(toRecoveryRecord(await this.service.trigger(actor, body)), 'Recovery triggered');
  }

  @Post('cancel')
  @Answers(recoveryRecord)
  async cancel(@Body({ schema: cancelRecoveryRequest }) { id }: CancelRecoveryRequest) {
    return reply(toRecoveryRecord(await this.service.cancel(id)), 'Recovery Cancelled');
  }

  @Get(':id')
  @Answers(recoveryRecord)
  async get(@Param('id', { schema: recoveryId }) id: string) {
    return reply(toRecoveryRecord(await this.service.get(id)), 'Recovery');
  }

  @Post(':id/retry')
  @Answers(recoveryRecord)
  async retry(@Param('id', { schema: recoveryId }) id: string) {
    return reply(toRecoveryRecord(await this.service.retry(id)), 'Recovery retried');
  }
}
