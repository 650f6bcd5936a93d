import { Injectable } from '@nestjs/common';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { BillingConfig, isBinanceConfigured } from '../../config.js';
import { BinanceHistory } from './binance.history.js';

const HOUR_MS = 3_600_000;

/** Connection test for administrators: reads the last hour of the account's history. */
@Injectable()
export class BinanceTest {
  constructor(
    dependencies: ExternalDependencies,
    private readonly config: BillingConfig,
    private readonly binance: BinanceHistory,
  ) {
    dependencies.add({
      name: 'binance',
      isConfigured: () => isBinanceConfigured(config),
      ask: () => this.ask(),
    });
  }

  private async ask(): Promise<string> {
    const end = this.binance.now();
    const answer = await this.binance.request({ start: end - HOUR_MS, end });
    const { host } = new URL(this.config.BINANCE_BASE_URL);
    switch (answer.kind) {
      case 'ok':
        return `${host}: 200, ${answer.rows.length} transfers within the last hour`;
      case 'limited':
        throw new Error(`${host}: too many calls, again in ${answer.retryAfterSeconds} s`);
      case 'clock':
        throw new Error(`${host}: -1021, our clock is not theirs`);
      case 'refused':
        throw new Error(`${host}: ${answer.code}, ${answer.message}`);
      case 'unknown':
        throw new Error(host, { cause: answer.cause });
    }
  }
}
