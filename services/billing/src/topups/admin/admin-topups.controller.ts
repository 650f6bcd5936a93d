import { Controller, Get, Query } from '@nestjs/common';
import {
  adminTopup,
  adminTopupsQuery,
  type AdminTopupsQuery,
} from '@casement/proto/http/billing.js';
import { AdminOnly } from '@casement/common/auth/access.decorators.js';
import { Answers } from '@casement/common/http/answers.decorator.js';
import { paged } from '@casement/common/http/reply.js';
import { toAdminTopup } from './admin-topups.mapper.js';
import { AdminTopupsService } from './admin-topups.service.js';

@Controller('admin/topups')
@AdminOnly()
export class AdminTopupsController {
  constructor(private readonly service: AdminTopupsService) {}

  @Get()
  @Answers(adminTopup, { paged: true })
  async list(@Query({ schema: adminTopupsQuery }) query: AdminTopupsQuery) {
    const { rows, total, names, next } = await this.service.page(query);
    const topups = rows.map((topup) => toAdminTopup(topup, names.get(topup.userId) ?? null));
    return paged(topups, total, query, 'Top-ups', next);
  }
}
