import type { OpenDesktopResponse } from '@casement/proto/gen/casement/install/v1/install_service.js';
import type { DesktopEndReason } from '@casement/proto/http/install/desktops/desktops.js';
import { Refusal } from './ends.js';
import type { RelaySession } from './relay-session.js';

/** Open desktops of this process by ID, up to a maximum number. */
export class Sessions implements Iterable<RelaySession> {
  private readonly open = new Map<string, RelaySession>();
  private opening = 0;

  constructor(private readonly max: number) {}

  get size(): number {
    return this.open.size;
  }

  /**
   * Redeems a ticket after reserving a place, so that a full replica does not use up tickets.
   *
   * @throws Refusal
   */
  async opened(
    use: () => Promise<OpenDesktopResponse>,
    create: (desktop: OpenDesktopResponse) => RelaySession,
  ): Promise<RelaySession> {
    if (this.open.size + this.opening >= this.max) throw new Refusal('full');
    this.opening += 1;
    try {
      const desktop = await use();
      const session = create(desktop);
      if (!session.isOver) this.open.set(session.id, session);
      return session;
    } finally {
      this.opening -= 1;
    }
  }

  remove(session: RelaySession): void {
    this.open.delete(session.id);
  }

  end(id: string, reason: DesktopEndReason): void {
    this.open.get(id)?.end(reason);
  }

  [Symbol.iterator](): Iterator<RelaySession> {
    // Iterates over a copy, because sessions end during the iteration.
    return [...this.open.values()][Symbol.iterator]();
  }
}
