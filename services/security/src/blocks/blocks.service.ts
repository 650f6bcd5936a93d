import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BlockedIpsQuery, BlockIpRequest } from '@casement/proto/http/security/blocks.js';
import type {
  BulkUnblockRequest,
  UnblockIpRequest,
} from '@casement/proto/http/security/unblocks.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { covers, containingRanges } from '@casement/common/messaging/edge/block-range.js';
import { Audit, auditActor, SYSTEM } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { isActive, type BlockedIpEntity } from './blocked-ip.entity.js';
import { blockErrors } from './blocks.errors.js';
import { BlocksRepository, type NewBlockedIp } from './blocks.repository.js';
import { canonicalOrThrow, networkOrThrow } from './network-or-throw.js';
import { OffendersRepository } from './offenders.repository.js';
import { OffendersService } from './offenders.service.js';

const BY_ADMINISTRATOR = 'Blocked by an administrator';
const EXPIRED = 'its time was over';
/** Minutes for which no rule blocks an address after the break-glass command. */
const BREAK_GLASS_MINUTES = 60;

export type Block = BlockedIpEntity;

interface RuleBlock {
  /** Canonical range. */
  ip: string;
  rule: string;
  reason: string;
  blockType: 'auto' | 'temporary';
  minutes: number;
}

interface Lift {
  liftedBy: string | null;
  reason: string;
  graceMinutes?: number;
}

@Injectable()
export class BlocksService {
  constructor(
    private readonly db: Database,
    private readonly blocks: BlocksRepository,
    private readonly offenders: OffendersService,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Creates the service for commands, which run without Nest's container. */
  static standalone(db: Database, outbox: Outbox, audit: Audit): BlocksService {
    const offenders = new OffendersService(new OffendersRepository(db));
    return new BlocksService(db, new BlocksRepository(db), offenders, outbox, audit);
  }

  page(query: BlockedIpsQuery) {
    return this.blocks.page(query);
  }

  stats() {
    return this.blocks.stats();
  }

  /**
   * Finds the blocks in force that cover an address, including networks, narrowest first.
   *
   * @param ip canonical
   */
  async findCovering(ip: string): Promise<Block[]> {
    const ranges = containingRanges(ip);
    const found = await this.blocks.findInForceOf(ranges);
    return found.sort((one, other) => ranges.indexOf(one.ip) - ranges.indexOf(other.ip));
  }

  /** @param ip canonical */
  historyOf(ip: string, limit: number): Promise<Block[]> {
    return this.blocks.historyOf(ip, limit);
  }

  findExpired(limit: number): Promise<Block[]> {
    return this.blocks.findExpired(limit);
  }

  /**
   * Lifts an expired block.
   *
   * @returns false if another block has replaced it in the meantime
   */
  async liftExpired(tx: EntityManager, { id, ip }: Block): Promise<boolean> {
    await this.offenders.lock(tx, [ip]);
    const open = await this.blocks.findOpen(tx, ip);
    if (open?.id !== id) return false;
    await this.blocks.lift(tx, id, null, EXPIRED);
    return true;
  }

  /**
   * Blocks an address for a rule. An existing block stays if it ends later, or if it was caused by the same rule,
   * because attempts during a block are the same offence. The caller must hold the lock of the address.
   *
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
   * Blocks an address or network for an administrator, replacing an earlier block.
   *
   * @throws blockErrors.noAddress, blockErrors.networkTooWide; blockErrors.ownAddress for the caller's own address
   * without confirmation
   */
  block(unit: UnitOfWork, actor: Actor, request: BlockIpRequest): Promise<Block> {
    const ip = networkOrThrow(request.ip);
    const own = clientAddress();
    if (!request.confirm && own !== undefined && covers(ip, own)) throw blockErrors.ownAddress();
    return unit.transaction(async (tx) => {
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

  /** @throws blockErrors.noAddress, blockErrors.notBlocked */
  async unblock(actor: Actor, { ip, reason, graceMinutes }: UnblockIpRequest): Promise<void> {
    const range = canonicalOrThrow(ip);
    await this.db.transaction(async (tx) => {
      const lift = { liftedBy: actor.userId, reason, graceMinutes };
      if (!(await this.lift(tx, range, lift))) throw blockErrors.notBlocked();
    });
  }

  /** Lifts several blocks. Addresses that are not blocked are skipped and returned. */
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
   * Lifts every block that covers an address, including networks, for an operator at the server's console.
   *
   * @returns the lifted addresses and networks
   * @throws blockErrors.noAddress
   */
  async breakGlass(address: string): Promise<string[]> {
    const ip = canonicalOrThrow(address);
    const graceMinutes = BREAK_GLASS_MINUTES;
    const covering = await this.findCovering(ip);
    return this.db.transaction(async (tx) => {
      await this.offenders.lock(tx, [ip, ...covering.map((block) => block.ip)]);
      const lifted: string[] = [];
      for (const block of covering) {
        const lift = { liftedBy: null, reason: 'break-glass command', graceMinutes };
        if (await this.lift(tx, block.ip, lift)) lifted.push(block.ip);
      }
      await this.offenders.pardon(tx, ip, { graceMinutes, forgetOffences: true });
      return lifted;
    });
  }

  /**
   * Lifts the block of exactly this address or network. Signals are counted from zero, so that the next attempt
   * does not immediately cause another block.
   *
   * @param ip canonical range
   * @returns the block, or undefined if none was in force
   */
  async lift(tx: EntityManager, ip: string, lift: Lift): Promise<Block | undefined> {
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

  /**
   * Removes ended blocks from the administrators' list.
   *
   * @returns the number of blocks removed
   */
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

  private async replace(tx: EntityManager, open: Block | null, next: NewBlockedIp) {
    if (open) {
      const why = isActive(open) ? 'replaced by another block' : EXPIRED;
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

const summaryOf = ({ blockType, reason, expiresAt }: Block) => ({
  blockType,
  reason,
  expiresAt: expiresAt?.toISOString() ?? null,
});
