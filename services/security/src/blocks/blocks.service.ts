import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BlockIpRequest } from '@casement/proto/http/security/blocks.js';
import type {
  BulkUnblockRequest,
  UnblockIpRequest,
} from '@casement/proto/http/security/unblocks.js';
import type { Actor } from '@casement/common/auth/actor.js';
import { clientAddress } from '@casement/common/context/request-context.js';
import { Database } from '@casement/common/database/database.js';
import { covers } from '@casement/common/edge/block-range.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox.js';
import { StandingsRepository } from '../judge/standings.repository.js';
import { isActive, type BlockedIpEntity } from './blocked-ip.entity.js';
import { NotBlocked, OwnAddress } from './blocks.errors.js';
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
    private readonly standings: StandingsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /**
   * A block that ends later stays, and so does one by the same rule: what an address goes on with while it is kept out
   * is the same offence.
   * @returns whether it is a new block
   */
  async blockByRule(tx: EntityManager, { minutes, ...block }: RuleBlock): Promise<boolean> {
    await this.blocks.lock(tx, block.ip);
    const open = await this.blocks.findOpen(tx, block.ip);
    const expiresAt = inMinutes(minutes);
    if (open && isActive(open)) {
      const endsLater = !open.expiresAt || open.expiresAt >= expiresAt;
      if (endsLater || open.rule === block.rule) return false;
    }
    await this.put(tx, open, { ...block, blockedBy: null, expiresAt });
    return true;
  }

  /**
   * An administrator's decision takes the place of whatever was decided before.
   * @throws NoAddress, NetworkTooWide; OwnAddress where it is the caller's own and not confirmed
   */
  block(actor: Actor, request: BlockIpRequest): Promise<BlockedIpEntity> {
    const ip = networkOrThrow(request.ip);
    const own = clientAddress();
    if (!request.confirm && own !== undefined && covers(ip, own)) throw new OwnAddress();
    return this.db.transaction(async (tx) => {
      await this.blocks.lock(tx, ip);
      const open = await this.blocks.findOpen(tx, ip);
      const block = await this.put(tx, open, {
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

  /** @throws NoAddress, NotBlocked */
  async unblock(actor: Actor, { ip, reason, graceMinutes }: UnblockIpRequest): Promise<void> {
    const range = canonicalOrThrow(ip);
    await this.db.transaction(async (tx) => {
      const lift = { liftedBy: actor.userId, reason, graceMinutes };
      if (!(await this.lift(tx, range, lift))) throw new NotBlocked();
    });
  }

  /** Each on its own: one that is not blocked does not hold up the others. */
  async unblockMany(actor: Actor, { ips, reason, graceMinutes }: BulkUnblockRequest) {
    const ranges = [...new Set(ips.map(canonicalOrThrow))].sort();
    const notBlocked: string[] = [];
    await this.db.transaction(async (tx) => {
      for (const range of ranges) {
        const lift = { liftedBy: actor.userId, reason, graceMinutes };
        if (!(await this.lift(tx, range, lift))) notBlocked.push(range);
      }
    });
    return { unblocked: ranges.length - notBlocked.length, notBlocked };
  }

  /**
   * Lifts the block of exactly this address or network; its attempts are counted anew, so that the next one does
   * not block it at once.
   * @param ip canonical
   * @returns the block, undefined where there was none in force
   */
  async lift(tx: EntityManager, ip: string, lift: Lift): Promise<BlockedIpEntity | undefined> {
    // In the judge's order: first the standing, then the address.
    await this.standings.lock(tx, ip);
    await this.blocks.lock(tx, ip);
    const open = await this.blocks.findOpen(tx, ip);
    if (!open || !isActive(open)) return undefined;
    await this.blocks.lift(tx, open.id, lift.liftedBy, lift.reason);
    await this.standings.forgive(tx, ip, { graceMinutes: lift.graceMinutes ?? 0 });
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
      ...(lift.liftedBy === null ? { actorId: '' } : {}),
    });
    return open;
  }

  /** Takes blocks that are over off the list. @returns how many */
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

  private async put(tx: EntityManager, open: BlockedIpEntity | null, next: NewBlockedIp) {
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
