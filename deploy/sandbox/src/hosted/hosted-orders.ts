import type { Delivery } from '../delivery.js';
import { move, now, type HostedOrder } from './hosted-order.js';

/** Callback of a provider: its body, and the headers that sign it. */
export interface HostedEvent {
  name: string;
  body: string;
  headers: Record<string, string>;
}

/** Orders of one provider. */
export class HostedOrders {
  /**
   * @param eventOf returns the callback about an order's current state, or null for a state without a callback
   * @param changed stores the orders
   */
  constructor(
    readonly all: HostedOrder[],
    private readonly eventOf: (order: HostedOrder) => HostedEvent | null,
    private readonly delivery: Delivery,
    private readonly changed: () => void,
  ) {}

  add(order: HostedOrder): HostedOrder {
    this.all.push(order);
    this.changed();
    return order;
  }

  find(name: string | null): HostedOrder | undefined {
    return this.all.find(({ id, merchantRef }) => id === name || merchantRef === name);
  }

  /** @throws an error if the action is impossible now */
  act(order: HostedOrder, action: string): void {
    move(order, action);
    this.changed();
    void this.send(order);
  }

  /** Sends the callback about the current state. @returns whether the merchant accepted it */
  async send(order: HostedOrder): Promise<boolean> {
    const event = this.eventOf(order);
    if (!event) return false;
    return this.delivery.send(order.callbackUrl, event.body, event.headers, (result) => {
      order.callbacks.push({ ...result, event: event.name });
      this.changed();
    });
  }

  expire(): void {
    for (const order of this.all) {
      if (['open', 'chosen', 'denied'].includes(order.state) && order.expiresAt <= now()) {
        this.act(order, 'expire');
      }
    }
  }
}
