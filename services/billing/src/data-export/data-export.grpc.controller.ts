import { Controller } from '@nestjs/common';
import { GrpcMethod, Payload } from '@nestjs/microservices';
import { z } from 'zod';
import type {
  ExportUserRequest,
  ExportUserResponse,
} from '@casement/proto/gen/casement/billing/v1/billing_service.js';
import { userId } from '@casement/proto/http/envelope.js';
import { MAX_EXPORT_ROWS } from '@casement/proto/limits.js';
import { toLedgerItem } from '../ledger/ledger.mapper.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { ReceiptsService } from '../receipts/receipts.service.js';
import { toHistoryItem } from '../topups/topups.mapper.js';
import { TopupsService } from '../topups/topups.service.js';

const exportRequest = z.object({ userId });
const NEWEST = { page: 1, pageSize: MAX_EXPORT_ROWS };

@Controller()
export class DataExportGrpcController {
  constructor(
    private readonly topups: TopupsService,
    private readonly ledger: LedgerService,
    private readonly receipts: ReceiptsService,
  ) {}

  @GrpcMethod('BillingService', 'ExportUser')
  async exportUser(
    @Payload({ schema: exportRequest }) user: ExportUserRequest,
  ): Promise<ExportUserResponse> {
    const [topups, ledger, receiptDetails] = await Promise.all([
      this.topups.history(user, { ...NEWEST, status: 'all' }),
      this.ledger.page(user.userId, NEWEST),
      this.receipts.buyer(user),
    ]);
    return {
      json: JSON.stringify({
        topups: topups.rows.map(toHistoryItem),
        ledger: ledger.rows.map(toLedgerItem),
        receipt_details: receiptDetails,
      }),
    };
  }
}
