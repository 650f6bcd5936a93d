import { Injectable } from '@nestjs/common';
import type { MoneyReport } from '@casement/proto/http/billing/money.js';
import { providerOf } from '../../payment-providers/payment-provider.js';
import { MoneyRepository } from './money.repository.js';

@Injectable()
export class MoneyService {
  constructor(private readonly repository: MoneyRepository) {}

  /** @param month e.g. 2026-11 */
  async report(month: string): Promise<MoneyReport> {
    const { rows, outstanding, differences, days } = await this.repository.report(month);
    return {
      rows: rows.map(withProvider),
      outstanding: outstanding.map(withProvider),
      differences: differences.map(withProvider),
      days,
    };
  }
}

const withProvider = <T extends { method: string }>(row: T) => ({
  ...row,
  provider: providerOf(row.method),
});
