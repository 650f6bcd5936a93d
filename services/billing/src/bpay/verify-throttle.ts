import { Injectable } from '@nestjs/common';
import { Signals } from '@casement/common/messaging/signals.js';
import { BillingConfig } from '../config.js';
import { bpayErrors } from './bpay.errors.js';
import { VerifyThrottleRepository } from './verify-throttle.repository.js';

/** Limits attempts per user and clock minute across all replicas, counted in PostgreSQL. */
@Injectable()
export class VerifyThrottle {
  constructor(
    private readonly repository: VerifyThrottleRepository,
    private readonly config: BillingConfig,
    private readonly signals: Signals,
  ) {}

  /**
   * Uses one attempt.
   *
   * @throws RATE_LIMITED with the seconds until the next minute
   */
  async take(userId: string): Promise<void> {
    const { tries, wait } = await this.repository.add(userId);
    if (tries <= this.config.BPAY_VERIFIES_PER_MINUTE) return;
    this.signals.raise({ kind: 'rate_limited', detail: 'bpay verification' });
    throw bpayErrors.tooManyVerifications(Math.max(1, wait));
  }
}
