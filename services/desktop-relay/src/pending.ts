import { clientNetworks } from '@casement/common/core/net/client-networks.js';
import type { RelayLimits } from './limits.js';

/**
 * Counts connections whose ticket has not been redeemed. Their number is limited in total and per client, so that no
 * client can use up all of it.
 */
export class Pending {
  private total = 0;
  private readonly ofNetworks = new Map<string, number>();

  constructor(private readonly limits: Pick<RelayLimits, 'maxPending' | 'maxPendingOfClient'>) {}

  get isFull(): boolean {
    return this.total >= this.limits.maxPending;
  }

  hasRoomFor(address: string): boolean {
    const { maxPendingOfClient: max } = this.limits;
    return clientNetworks(address).every(
      ({ key, multiplier }) => this.countOf(key) < max * multiplier,
    );
  }

  add(address: string): void {
    this.count(address, 1);
  }

  remove(address: string): void {
    this.count(address, -1);
  }

  private count(address: string, change: 1 | -1): void {
    this.total += change;
    for (const { key } of clientNetworks(address)) {
      const count = this.countOf(key) + change;
      if (count > 0) this.ofNetworks.set(key, count);
      else this.ofNetworks.delete(key);
    }
  }

  private countOf(network: string): number {
    return this.ofNetworks.get(network) ?? 0;
  }
}
