import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { isId } from '@casement/common/data/database/new-id.js';
import { OnEventBatch, type BatchedEvent } from '@casement/common/messaging/on-event.decorator.js';
import { EvaluationService, MAX_BATCH } from './evaluation.service.js';
import type { NewSignal } from './signal.entity.js';

@Controller()
export class SignalsConsumer {
  constructor(private readonly evaluation: EvaluationService) {}

  @OnEventBatch('security.signal.raised.v1', MAX_BATCH)
  async onSignals(@Payload() signals: BatchedEvent<'security.signal.raised.v1'>[]): Promise<void> {
    await this.evaluation.ingest(signals.map(toSignal));
  }
}

const toSignal = ({ payload, event }: BatchedEvent<'security.signal.raised.v1'>): NewSignal => ({
  id: event.id,
  kind: payload.kind,
  ip: payload.ip || null,
  userId: isId(payload.userId) ? payload.userId : null,
  service: payload.service,
  detail: payload.detail,
  occurredAt: event.occurredAt,
  count: payload.count ?? 1,
});
