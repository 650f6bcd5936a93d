import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { BillingConfig } from '../../config.js';
import { TripayClient } from './tripay.client.js';

const NAMED = 5;

/** Connection test for administrators: reads the payment methods with our key. */
@Injectable()
export class TripayTest {
  constructor(
    dependencies: ExternalDependencies,
    private readonly config: BillingConfig,
    private readonly tripay: TripayClient,
  ) {
    dependencies.add({
      name: 'payment-gateway',
      // Billing does not start without its settings.
      isConfigured: () => true,
      ask: () => this.ask(),
    });
  }

  private async ask(): Promise<string> {
    const { host } = new URL(this.config.TRIPAY_BASE_URL);
    const answer = await this.tripay.requestChannels();
    if (answer.kind === 'refused') throw new Error(`${host}: ${answer.status}, ${answer.message}`);
    if (answer.kind !== 'ok') throw new Error(host, { cause: answer.cause });
    const codes = z.array(z.object({ code: z.string() })).parse(answer.data);
    const names = codes.slice(0, NAMED).map(({ code }) => code);
    return `${host}: 200, ${codes.length} payment methods (${names.join(', ')}${codes.length > NAMED ? ', …' : ''})`;
  }
}
