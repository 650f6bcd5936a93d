import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import { BillingConfig } from '../../config.js';
import { TripayGateway } from './tripay.client.js';

const NAMED = 5;

/** The payment gateway, to be tested by administrators: it is asked for its payment methods, with our key. */
@Injectable()
export class GatewayTest {
  constructor(
    dependencies: ExternalDependencies,
    private readonly config: BillingConfig,
    private readonly gateway: TripayGateway,
  ) {
    dependencies.add({
      name: 'payment-gateway',
      // Without its settings billing does not start.
      isConfigured: () => true,
      ask: () => this.ask(),
    });
  }

  private async ask(): Promise<string> {
    const { host } = new URL(this.config.TRIPAY_BASE_URL);
    const answer = await this.gateway.requestChannels();
    if (answer.kind === 'refused') throw new Error(`${host}: ${answer.status}, ${answer.message}`);
    if (answer.kind !== 'ok') throw new Error(host, { cause: answer.cause });
    const codes = z.array(z.object({ code: z.string() })).parse(answer.data);
    const names = codes.slice(0, NAMED).map(({ code }) => code);
    return `${host}: 200, ${codes.length} payment methods (${names.join(', ')}${codes.length > NAMED ? ', …' : ''})`;
  }
}
