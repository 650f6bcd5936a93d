import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import type { DomainError } from '@casement/common/core/errors/domain-error.js';
import { throttleErrors } from '@casement/common/data/throttle/throttle.errors.js';
import { Throttle, type Limit } from '@casement/common/data/throttle/throttle.js';
import { Signals } from '@casement/common/messaging/signals.js';
import { clientNetworks } from '@casement/common/core/net/client-networks.js';
import { AuthConfig } from '../config.js';

/**
 * Wraps common's Throttle: scales limits by THROTTLE_FACTOR, can count per client network, and raises signals for
 * refusals.
 */
@Injectable()
export class ThrottleService {
  constructor(
    private readonly throttle: Throttle,
    private readonly config: AuthConfig,
    private readonly signals: Signals,
  ) {}

  /**
   * Uses up one attempt.
   * @throws throttleErrors.tooManyAttempts (429) with the seconds until the next attempt is allowed
   */
  async take(limit: Limit, who: string, tx?: EntityManager): Promise<void> {
    const wait = await this.tryTake(limit, who, tx);
    if (wait !== undefined) throw this.refusal(limit, wait);
  }

  /**
   * Uses up one attempt of the calling client in each of its networks (one for IPv4, three for IPv6).
   *
   * @param account if given, the client's attempts are counted per account
   * @throws throttleErrors.tooManyAttempts
   */
  async takeForClient(limit: Limit, account = ''): Promise<void> {
    for (const [scaled, who] of ofClient(limit, account)) await this.take(scaled, who);
  }

  /** @returns undefined if the attempt was allowed, otherwise the seconds until the next one */
  async tryTakeForClient(limit: Limit): Promise<number | undefined> {
    for (const [scaled, who] of ofClient(limit, '')) {
      const wait = await this.tryTake(scaled, who);
      if (wait !== undefined) return wait;
    }
    return undefined;
  }

  async refundClient(limit: Limit): Promise<void> {
    for (const [scaled, who] of ofClient(limit, '')) await this.refund(scaled, who);
  }

  async clearForClient(limit: Limit, account: string): Promise<void> {
    for (const [scaled, who] of ofClient(limit, account)) await this.clear(scaled, who);
  }

  isUsedUp(limit: Limit, who: string): Promise<boolean> {
    return this.throttle.isUsedUp(this.scaled(limit), who);
  }

  /** Raises a security signal for the refused attempt and returns the error to throw. */
  refusal(limit: Limit, wait: number): DomainError {
    this.signals.raise({ kind: 'rate_limited', detail: limit.name });
    return throttleErrors.tooManyAttempts(wait);
  }

  tryTake(limit: Limit, who: string, tx?: EntityManager): Promise<number | undefined> {
    return this.throttle.tryTake(this.scaled(limit), who, tx);
  }

  /** Refunds an attempt, e.g. because it was not a wrong guess. */
  refund(limit: Limit, who: string): Promise<void> {
    return this.throttle.refund(this.scaled(limit), who);
  }

  clear(limit: Limit, who: string): Promise<void> {
    return this.throttle.clear(limit, who);
  }

  private scaled({ name, burst, everySeconds }: Limit): Limit {
    const factor = this.config.THROTTLE_FACTOR;
    return { name, burst: Math.ceil(burst * factor), everySeconds: everySeconds / factor };
  }
}

function ofClient(limit: Limit, account: string): [Limit, string][] {
  return clientNetworks(clientAddress() ?? '').map(({ key, multiplier }) => [
    { ...limit, burst: limit.burst * multiplier, everySeconds: limit.everySeconds / multiplier },
    account === '' ? key : `${account}|${key}`,
  ]);
}
