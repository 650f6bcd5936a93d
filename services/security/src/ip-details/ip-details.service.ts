import { Injectable } from '@nestjs/common';
import type { IpDetails } from '@casement/proto/http/security/ip-details.js';
import { toSecurityAlert } from '../alerts/alerts.mapper.js';
import { AlertsService } from '../alerts/alerts.service.js';
import { AllowlistService } from '../blocks/allowlist.service.js';
import { toBlockedIp } from '../blocks/blocks.mapper.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { canonicalOrThrow } from '../blocks/network-or-throw.js';
import { OffendersService } from '../blocks/offenders.service.js';
import { SignalHistoryService } from '../evaluation/signal-history.service.js';

const MAX_ROWS = 20;

@Injectable()
export class IpDetailsService {
  constructor(
    private readonly history: SignalHistoryService,
    private readonly alerts: AlertsService,
    private readonly blocks: BlocksService,
    private readonly allowlist: AllowlistService,
    private readonly offenders: OffendersService,
  ) {}

  /** @throws blockErrors.noAddress */
  async of(address: string): Promise<IpDetails> {
    const ip = canonicalOrThrow(address);
    const [covering, signals, accounts, events, alerts, decisions, graceUntil, allowed] =
      await Promise.all([
        this.blocks.findCovering(ip),
        this.history.signals(ip),
        this.history.accounts(ip),
        this.history.events(ip),
        this.alerts.newestOf(ip, MAX_ROWS),
        this.blocks.historyOf(ip, MAX_ROWS),
        this.offenders.graceUntil(ip),
        this.allowlist.has(address),
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
