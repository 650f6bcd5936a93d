import { TelegramRefusal } from './telegram-types.js';

export type SandboxUpdate = { update_id: number } & Record<string, unknown>;

interface Waiting {
  give: (updates: SandboxUpdate[]) => void;
  refuse: (refusal: TelegramRefusal) => void;
  timer: NodeJS.Timeout;
}

/** Pending updates of one bot, and the single poll that may wait for them. */
export class BotInbox {
  private readonly updates: SandboxUpdate[] = [];
  private confirmed: SandboxUpdate[] = [];
  private waiting: Waiting | undefined;

  constructor(private nextId: number) {}

  get upcomingId(): number {
    return this.nextId;
  }

  add(content: Record<string, unknown>): void {
    this.updates.push({ update_id: this.nextId, ...content });
    this.nextId += 1;
    this.wake();
  }

  /**
   * Implements Telegram's getUpdates. An offset confirms all earlier updates. It waits if there are none. A new poll
   * ends an older one with 409.
   */
  poll(
    { offset, limit, timeoutMs }: { offset: number; limit: number; timeoutMs: number },
    duplicates: boolean,
  ): Promise<SandboxUpdate[]> {
    this.waiting?.refuse(CONFLICT());
    this.confirm(offset);
    const again = duplicates ? this.confirmed : [];
    this.confirmed = [];
    const found = [...again, ...this.updates].slice(0, limit);
    if (found.length > 0 || timeoutMs === 0) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        if (this.waiting === ownWaiter) this.waiting = undefined;
      };
      const timer = setTimeout(() => {
        end();
        resolve([]);
      }, timeoutMs);
      const ownWaiter: Waiting = {
        timer,
        give: (updates) => {
          end();
          resolve(updates.slice(0, limit));
        },
        refuse: (refusal) => {
          end();
          reject(refusal);
        },
      };
      this.waiting = ownWaiter;
    });
  }

  /** Ends a waiting poll without updates. */
  close(): void {
    this.waiting?.give([]);
  }

  private confirm(offset: number): void {
    while (this.updates[0] && this.updates[0].update_id < offset) {
      this.confirmed.push(this.updates.shift()!);
    }
  }

  private wake(): void {
    this.waiting?.give([...this.updates]);
  }
}

const CONFLICT = () =>
  new TelegramRefusal(
    409,
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  );
