import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BlockIpRequest } from '@casement/proto/http/security/blocks.js';
import type {
  BulkUnblockRequest,
  UnblockIpRequest,
} from '@casement/proto/http/security/unblocks.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import { covers } from '@casement/common/messaging/edge/block-range.js';
import { Audit, auditActor, SYSTEM } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import { OffendersRepository } from './offenders.repository.js';
import { isActive, type BlockedIpEntity } from './blocked-ip.entity.js';
import { blockErrors } from './blocks.errors.js';
import { BlocksRepository, type NewBlockedIp } from './blocks.repository.js';
import { canonicalOrThrow, networkOrThrow } from './network-or-throw.js';

const BY_ADMINISTRATOR = 'Blocked by an administrator';

export interface RuleBlock {
  /** Canonical. */
  ip: string;
  rule: string;
  reason: string;
  blockType: 'auto' | 'temporary';
  minutes: number;
}

export interface Lift {
  liftedBy: string | null;
  reason: string;
  graceMinutes?: number;
}

@Injectable()
export class BlocksService {
  constructor(
    private readonly db: Database,
    private readonly blocks: BlocksRepository,
    private readonly offenders: OffendersRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * A block that ends later stays, and so does one by the same rule: what an address continues while it is blocked is
   * the same offence. The address is locked by the caller.
   * @returns whether it is a new block
   */
  async blockByRule(tx: EntityManager, { minutes, ...block }: RuleBlock): Promise<boolean> {
    const open = await this.blocks.findOpen(tx, block.ip);
    const expiresAt = inMinutes(minutes);
    if (open && isActive(open)) {
      const endsLater = !open.expiresAt || open.expiresAt >= expiresAt;
      if (endsLater || open.rule === block.rule) return false;
    }
    await this.replace(tx, open, { ...block, blockedBy: null, expiresAt });
    return true;
  }

  /**
   * An administrator's decision replaces any earlier one.
   * @throws blockErrors.noAddress, networkTooWide; ownAddress where it is the caller's own and not confirmed
   */
  block(actor: Actor, request: BlockIpRequest): Promise<BlockedIpEntity> {
    const ip = networkOrThrow(request.ip);
    const own = clientAddress();
    if (!request.confirm && own !== undefined && covers(ip, own)) throw blockErrors.ownAddress();
    return this.db.transaction(async (tx) => {
      await this.offenders.lock(tx, [ip]);
      const open = await this.blocks.findOpen(tx, ip);
      const block = await this.replace(tx, open, {
        ip,
        blockType: 'manual',
        reason: request.reason || BY_ADMINISTRATOR,
        rule: null,
        blockedBy: actor.userId,
        expiresAt: request.permanent ? null : inMinutes(request.duration),
      });
      await this.audit.record(tx, {
        action: 'ip.blocked',
        target: `ip:${ip}`,
        before: open && isActive(open) ? summaryOf(open) : undefined,
        after: summaryOf(block),
      });
      return block;
    });
  }

  /** @throws blockErrors.noAddress, notBlocked */
  async unblock(actor: Actor, { ip, reason, graceMinutes }: UnblockIpRequest): Promise<void> {
    const range = canonicalOrThrow(ip);
    await this.db.transaction(async (tx) => {
      const lift = { liftedBy: actor.userId, reason, graceMinutes };
      if (!(await this.lift(tx, range, lift))) throw blockErrors.notBlocked();
    });
  }

  /** Those that are not blocked do not stop the others. */
  async unblockMany(actor: Actor, { ips, reason, graceMinutes }: BulkUnblockRequest) {
    const ranges = [...new Set(ips.map(canonicalOrThrow))];
    const notBlocked: string[] = [];
    await this.db.transaction(async (tx) => {
      await this.offenders.lock(tx, ranges);
      for (const range of ranges) {
        const lift = { liftedBy: actor.userId, reason, graceMinutes };
        if (!(await this.lift(tx, range, lift))) notBlocked.push(range);
      }
    });
    return { unblocked: ranges.length - notBlocked.length, notBlocked };
  }

  /**
   * Lifts the block of exactly this address or network; counting starts again, so that its next attempt does not block
   * it at once.
   * @param ip canonical
   * @returns the block, undefined where there was none in force
   */
  async lift(tx: EntityManager, ip: string, lift: Lift): Promise<BlockedIpEntity | undefined> {
    await this.offenders.lock(tx, [ip]);
    const open = await this.blocks.findOpen(tx, ip);
    if (!open || !isActive(open)) return undefined;
    await this.blocks.lift(tx, open.id, lift.liftedBy, lift.reason);
    await this.offenders.pardon(tx, ip, { graceMinutes: lift.graceMinutes ?? 0 });
    await this.outbox.add(
      tx,
      'security.ip.unblocked.v1',
      { ip, reason: lift.reason },
      { key: `ip:${ip}` },
    );
    await this.audit.record(tx, {
      action: 'ip.unblocked',
      target: `ip:${ip}`,
      before: summaryOf(open),
      after: { reason: lift.reason, graceMinutes: lift.graceMinutes ?? 0 },
      actor: lift.liftedBy === null ? SYSTEM : auditActor(lift.liftedBy, true),
    });
    return open;
  }

  /** Removes ended blocks from the list. @returns how many */
  removeExpired(): Promise<number> {
    return this.db.transaction(async (tx) => {
      const removed = await this.blocks.removeExpired(tx);
      await this.audit.record(tx, {
        action: 'expired_blocks.removed',
        target: 'blocks:expired',
        after: { removed },
      });
      return removed;
    });
  }

  private async replace(tx: EntityManager, open: BlockedIpEntity | null, next: NewBlockedIp) {
    if (open) {
      const why = isActive(open) ? 'replaced by another block' : 'its time was over';
      await this.blocks.lift(tx, open.id, next.blockedBy, why);
    }
    const block = await this.blocks.insert(tx, next);
    const { ip, reason, expiresAt } = block;
    await this.outbox.add(
      tx,
      'security.ip.blocked.v1',
      { ip, reason, expiresAt: expiresAt?.toISOString() ?? '' },
      { key: `ip:${ip}` },
    );
    return block;
  }
}

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

const summaryOf = ({ blockType, reason, expiresAt }: BlockedIpEntity) => ({
  blockType,
  reason,
  expiresAt: expiresAt?.toISOString() ?? null,
});
