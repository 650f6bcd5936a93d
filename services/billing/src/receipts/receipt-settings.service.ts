import { Injectable } from '@nestjs/common';
import type { ReceiptSettings } from '@casement/proto/http/billing/receipts.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { ReceiptSettingsEntity } from './receipt-settings.entity.js';
import { receiptErrors } from './receipts.errors.js';
import { ReceiptsRepository } from './receipts.repository.js';

@Injectable()
export class ReceiptSettingsService {
  constructor(
    private readonly db: Database,
    private readonly receipts: ReceiptsRepository,
    private readonly audit: Audit,
  ) {}

  async get(): Promise<ReceiptSettings> {
    return toSettings(await this.receipts.settings());
  }

  /** @throws receiptErrors.prefixOfReceipts, prefixOfCreditNotes: numbers are unique over both kinds */
  async update(settings: ReceiptSettings): Promise<void> {
    await this.db.transaction(async (tx) => {
      const before = await this.receipts.lockSettings(tx);
      if (await this.receipts.hasPrefix(tx, 'receipt', settings.credit_note_prefix))
        throw receiptErrors.prefixOfReceipts();
      if (await this.receipts.hasPrefix(tx, 'credit_note', settings.receipt_prefix))
        throw receiptErrors.prefixOfCreditNotes();
      await this.receipts.updateSettings(tx, {
        receiptPrefix: settings.receipt_prefix,
        creditNotePrefix: settings.credit_note_prefix,
        sellerName: settings.seller_name,
        sellerAddress: settings.seller_address,
        sellerTaxId: settings.seller_tax_id,
        taxLabel: settings.tax_label,
        taxRateBasisPoints: settings.tax_rate === null ? null : Math.round(settings.tax_rate * 100),
        taxBaseFactor: settings.tax_base_factor,
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

const toSettings = (row: ReceiptSettingsEntity): ReceiptSettings => ({
  receipt_prefix: row.receiptPrefix,
  credit_note_prefix: row.creditNotePrefix,
  seller_name: row.sellerName,
  seller_address: row.sellerAddress,
  seller_tax_id: row.sellerTaxId,
  tax_label: row.taxLabel,
  tax_rate: row.taxRateBasisPoints === null ? null : row.taxRateBasisPoints / 100,
  tax_base_factor: row.taxBaseFactor,
});
