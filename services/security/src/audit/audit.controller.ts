import { Controller, Query } from '@nestjs/common';
import type { AuditQuery } from '@casement/proto/http/security/audit.js';
import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { paged } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { toAuditEntry } from './audit.mapper.js';
import { AuditService } from './audit.service.js';

@Controller()
@AdminOnly()
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Route(securityRoutes.auditLog)
  @KeyScope('admin:read', { insteadOfStepUp: true })
  async list(@Query() query: AuditQuery) {
    const { rows, users, ...list } = await this.audit.page(query);
    return paged(
      rows.map((entry) => toAuditEntry(entry, users)),
      list,
      query,
      'Audit log',
    );
  }
}
