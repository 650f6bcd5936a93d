import { Controller, Get, Query } from '@nestjs/common';
import {
  auditEntry,
  auditQuery,
  type AuditEntry,
  type AuditQuery,
} from '@casement/proto/http/security/audit.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { paged } from '@casement/common/http/reply.js';
import type { AuditEntryEntity } from './audit-entry.entity.js';
import { AuditRepository } from './audit.repository.js';

/** The log is only read here; nothing changes or erases it. */
@Controller('security/audit')
@AdminOnly()
export class AuditController {
  constructor(private readonly audit: AuditRepository) {}

  @Get()
  @Answers(auditEntry, { paged: true })
  async list(@Query({ schema: auditQuery }) query: AuditQuery) {
    const { rows, total } = await this.audit.page(query);
    return paged(rows.map(toAuditEntry), total, query, 'Audit log');
  }
}

function toAuditEntry(entry: AuditEntryEntity): AuditEntry {
  return {
    id: entry.id,
    actorId: entry.actorId,
    action: entry.action,
    target: entry.target,
    before: readJson(entry.before),
    after: readJson(entry.after),
    ip: entry.ip ?? '',
    service: entry.service,
    createdAt: entry.occurredAt.toISOString(),
  };
}

function readJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
