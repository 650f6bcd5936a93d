import { Injectable } from '@nestjs/common';
import type {
  CurrentReceiptSettings,
  ReceiptSettings,
} from '@casement/proto/http/billing/receipts.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { ReceiptSettingsEntity } from './receipt-settings.entity.js';
import { ReceiptsRepository } from './receipts.repository.js';

@Injectable()
export class ReceiptSettingsService {
  constructor(
    private readonly db: Database,
    private readonly receipts: ReceiptsRepository,
    private readonly audit: Audit,
  ) {}

  async get(): Promise<CurrentReceiptSettings> {
    return toSettings(await this.receipts.settings());
  }

  async update(settings: ReceiptSettings): Promise<void> {
    await this.db.transaction(async (tx) => {
      const before = await this.receipts.lockSettings(tx);
      const { seller, tax } = settings;
      await this.receipts.updateSettings(tx, {
        receiptPrefix: settings.receipt_prefix,
        creditNotePrefix: settings.credit_note_prefix,
        sellerName: seller.name,
        sellerAddress: seller.address,
        sellerTaxId: seller.tax_id,
        taxLabel: tax?.label ?? null,
        taxRateBasisPoints: tax && Math.round(tax.rate * 100),
        taxBaseFactor: tax?.base_factor ?? null,
      });
      await this.audit.record(tx, {
        action: 'receipt_settings.updated',
        target: 'receipt_settings:receipts',
        before: toSettings(before),
        after: settings,
      });
    });
  }
}

const toSettings = (row: ReceiptSettingsEntity): CurrentReceiptSettings => ({
  receipt_prefix: row.receiptPrefix,
  credit_note_prefix: row.creditNotePrefix,
  seller:
    row.sellerName === null
      ? null
      : {
          name: row.sellerName,
          address: row.sellerAddress ?? '',
          tax_id: row.sellerTaxId ?? '',
        },
  tax:
    row.taxLabel === null
      ? null
      : {
          label: row.taxLabel,
          rate: (row.taxRateBasisPoints ?? 0) / 100,
          base_factor: row.taxBaseFactor ?? '',
        },
});
