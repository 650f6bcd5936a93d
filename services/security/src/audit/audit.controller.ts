import { Controller, Query } from '@nestjs/common';
import type { AuditEntry, AuditQuery } from '@casement/proto/http/security/audit.js';
import { securityRoutes } from '@casement/proto/http/security.routes.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { paged } from '@casement/common/http/reply.js';
import { Route } from '@casement/common/http/route.decorator.js';
import type { AuditEntryEntity } from './audit-entry.entity.js';
import { AuditRepository } from './audit.repository.js';

/** The log is only read here; nothing changes or erases it. */
@Controller()
@AdminOnly()
export class AuditController {
  constructor(private readonly audit: AuditRepository) {}

  @Route(securityRoutes.auditLog)
  async list(@Query() query: AuditQuery) {
    const { rows, ...list } = await this.audit.page(query);
    return paged(rows.map(toAuditEntry), list, query, 'Audit log');
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
