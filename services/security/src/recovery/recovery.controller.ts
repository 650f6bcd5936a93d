import { Body, Controller, Param, Query } from '@nestjs/common';
import type {
  CancelRecoveryRequest,
  RecoveriesQuery,
  RecoveryOverview,
  RecoveryRecord,
  TriggerRecoveryRequest,
} from '@casement/proto/http/security/recovery.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { CurrentActor } from '@casement/common/platform/auth/current-actor.decorator.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { RequestTx } from '@casement/common/platform/http/idempotency.interceptor.js';
import { pageMeta, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { RecoveryService, type Recovery } from './recovery.service.js';

@Controller()
@AdminOnly()
export class RecoveryController {
  constructor(private readonly service: RecoveryService) {}

  @Route(securityRoutes.recoveries)
  @KeyScope('admin:read')
  async overview(@Query() query: RecoveriesQuery) {
    const [{ rows, ...list }, status] = await Promise.all([
      this.service.page(query),
      this.service.status(),
    ]);
    const data: RecoveryOverview = {
      systemRecoveryActive: status.autoRecovery && status.running,
      history: rows.map(toRecoveryRecord),
      status,
    };
    return reply(data, 'Recovery status', { meta: pageMeta(query, list) });
  }

  @Route(securityRoutes.triggerRecovery)
  async trigger(
    @RequestTx() unit: UnitOfWork,
    @CurrentActor() actor: Actor,
    @Body() body: TriggerRecoveryRequest,
  ) {
    return reply(
      toRecoveryRecord(await this.service.trigger(unit, actor, body)),
      'Recovery triggered',
    );
  }

  @Route(securityRoutes.cancelRecovery)
  async cancel(@Body() { id }: CancelRecoveryRequest) {
    return reply(toRecoveryRecord(await this.service.cancel(id)), 'Recovery Cancelled');
  }

  @Route(securityRoutes.recovery)
  async get(@Param('id') id: string) {
    return reply(toRecoveryRecord(await this.service.get(id)), 'Recovery');
  }

  @Route(securityRoutes.retryRecovery)
  async retry(@Param('id') id: string) {
    return reply(toRecoveryRecord(await this.service.retry(id)), 'Recovery retried');
  }
}

function toRecoveryRecord(recovery: Recovery): RecoveryRecord {
  const { ip, startedAt, finishedAt } = recovery;
  return {
    id: recovery.id,
    ip,
    ip_address: ip,
    ipAddress: ip,
    recoveryType: recovery.recoveryType,
    triggeredBy: recovery.triggeredBy ?? 'system',
    reason: recovery.reason,
    startedAt: startedAt.toISOString(),
    timestamp: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    duration: finishedAt ? finishedAt.getTime() - startedAt.getTime() : null,
    status: recovery.status,
    attempts: recovery.attempts,
    error: recovery.error,
    result: recovery.result,
  };
}
