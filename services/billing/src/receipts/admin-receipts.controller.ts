import { Body, Controller, Query, type StreamableFile } from '@nestjs/common';
import type {
  AdminReceiptsQuery,
  ReceiptArchiveQuery,
  ReceiptSettings,
} from '@casement/proto/http/billing/receipts.js';
import { receiptRoutes } from '@casement/proto/http/billing/receipts.routes.js';
import { AdminOnly, KeyScope } from '@casement/common/platform/auth/access.decorators.js';
import { paged, reply } from '@casement/common/platform/http/reply.js';
import { Route } from '@casement/common/platform/http/route.decorator.js';
import { receiptArchive } from './receipt-archive.js';
import { ReceiptSettingsService } from './receipt-settings.service.js';
import { toReceipt } from './receipts.mapper.js';
import { ReceiptsService } from './receipts.service.js';

@Controller()
@AdminOnly()
export class AdminReceiptsController {
  constructor(
    private readonly service: ReceiptsService,
    private readonly settings: ReceiptSettingsService,
  ) {}

  @Route(receiptRoutes.receiptSettings)
  @KeyScope('admin:read')
  async getSettings() {
    return reply(await this.settings.get(), 'Receipt settings');
  }

  @Route(receiptRoutes.updateReceiptSettings)
  async updateSettings(@Body() body: ReceiptSettings) {
    await this.settings.update(body);
    return reply(null, 'Receipt settings saved');
  }

  @Route(receiptRoutes.adminReceipts)
  @KeyScope('admin:read', { insteadOfStepUp: true })
  async list(@Query() query: AdminReceiptsQuery) {
    const { rows, ...list } = await this.service.page(query);
    return paged(rows.map(toReceipt), list, query, 'Receipts');
  }

  @Route(receiptRoutes.receiptArchive)
  @KeyScope('admin:read', { insteadOfStepUp: true })
  archive(@Query() { month, language }: ReceiptArchiveQuery): StreamableFile {
    const receipts = this.service.ofMonth(month);
    return receiptArchive(`receipts-${month}.zip`, receipts, language, this.service);
  }
}
