import type { Database } from '@casement/common/data/database/database.js';
import { rangesAround } from '@casement/common/messaging/edge/block-range.js';
import type { BlocksRepository } from '../blocks/blocks.repository.js';
import type { BlocksService } from '../blocks/blocks.service.js';
import { canonicalOrThrow } from '../blocks/network-or-throw.js';
import type { OffendersRepository } from '../blocks/offenders.repository.js';

const GRACE_MINUTES = 60;

/** Lifts every block of one address, for an operator with access to the server's console. */
export class BreakGlass {
  constructor(
    private readonly db: Database,
    private readonly blocks: BlocksRepository,
    private readonly service: BlocksService,
    private readonly offenders: OffendersRepository,
  ) {}

  /**
   * Lifts every block that covers it, networks too.
   * @returns what was lifted
   * @throws blockErrors.noAddress
   */
  async open(address: string): Promise<string[]> {
    const ip = canonicalOrThrow(address);
    const covering = await this.blocks.findCovering(rangesAround(ip));
    return this.db.transaction(async (tx) => {
      await this.offenders.lock(tx, [ip, ...covering.map((block) => block.ip)]);
      const lifted: string[] = [];
      for (const block of covering) {
        const lift = { liftedBy: null, reason: 'break-glass command', graceMinutes: GRACE_MINUTES };
        if (await this.service.lift(tx, block.ip, lift)) lifted.push(block.ip);
      }
      await this.offenders.pardon(tx, ip, { graceMinutes: GRACE_MINUTES, forgetOffences: true });
      return lifted;
    });
  }
}
