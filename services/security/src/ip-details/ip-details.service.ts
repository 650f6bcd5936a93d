import { Injectable } from '@nestjs/common';
import type { IpDetails } from '@casement/proto/http/security/ip-details.js';
import { Database } from '@casement/common/data/database/database.js';
import { rangesAround } from '@casement/common/messaging/edge/block-range.js';
import { toSecurityAlert } from '../alerts/alerts.mapper.js';
import { AlertsRepository } from '../alerts/alerts.repository.js';
import { Allowlist } from '../allowlist/allowlist.js';
import { toBlockedIp } from '../blocks/blocks.mapper.js';
import { BlocksRepository } from '../blocks/blocks.repository.js';
import { canonicalOrThrow } from '../blocks/network-or-throw.js';
import { IpDetailsRepository } from './ip-details.repository.js';

const MAX_ROWS = 20;

@Injectable()
export class IpDetailsService {
  constructor(
    private readonly db: Database,
    private readonly details: IpDetailsRepository,
    private readonly alerts: AlertsRepository,
    private readonly blocks: BlocksRepository,
    private readonly allowlist: Allowlist,
  ) {}

  /** @throws blockErrors.noAddress */
  async of(given: string): Promise<IpDetails> {
    const ip = canonicalOrThrow(given);
    const [covering, signals, accounts, events, alerts, decisions, graceUntil, allowed] =
      await Promise.all([
        this.blocks.findCovering(rangesAround(ip)),
        this.details.signals(ip),
        this.details.accounts(ip),
        this.details.events(ip),
        this.alerts.newestOf(ip, MAX_ROWS),
        this.blocks.historyOf(ip, MAX_ROWS),
        this.details.graceUntil(ip),
        this.allowlist.has(this.db.manager, given),
      ]);
    const [block] = covering;
    return {
      ip,
      block: block ? toBlockedIp(block) : null,
      allowed,
      graceUntil: graceUntil?.toISOString() ?? null,
      signals: signals.map(({ last, ...signal }) => ({ ...signal, last: last.toISOString() })),
      accounts,
      events: events.map(({ occurredAt, ...event }) => ({
        ...event,
        createdAt: occurredAt.toISOString(),
      })),
      alerts: alerts.map(toSecurityAlert),
      decisions: decisions.map((one) => toBlockedIp(one)),
    };
  }
}
