import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { randomToken, sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { Throttle, type Limit } from '@casement/common/data/throttle/throttle.js';
import type { DesktopTicket } from '@casement/proto/http/install/desktops/desktops.js';
import { AccountClosureService } from '../account-closure/account-closure.service.js';
import { InstallConfig } from '../config.js';
import { customPort, desktopTargetOf, type DesktopTarget } from '../installs/desktop-target.js';
import { InstallsService, type StoredInstall } from '../installs/installs.service.js';
import { VpsTargets } from '../vps-access/vps-targets.js';
import { DesktopSessionEntity, isOpened, type OpenedDesktop } from './desktop-session.entity.js';
import { DesktopTicketsRepository } from './desktop-tickets.repository.js';
import { desktopErrors } from './desktops.errors.js';

const MAX_TICKETS_A_MINUTE = 30;
/** Tickets per user. Limited because each opened desktop stays listed for 90 days. */
const TICKETS: Limit = { name: 'desktop-tickets', burst: 200, everySeconds: 120 };

/** Tickets for the WebSocket of a desktop, each for one user and one of their installs. */
@Injectable()
export class DesktopTicketsService {
  constructor(
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly tickets: DesktopTicketsRepository,
    private readonly installs: InstallsService,
    private readonly closure: AccountClosureService,
    private readonly targets: VpsTargets,
    private readonly outbox: Outbox,
    private readonly throttle: Throttle,
  ) {}

  /**
   * @throws NOT_FOUND, also for another user's install; DESKTOP_UNAVAILABLE, ADDRESS_REFUSED,
   * DESKTOP_LIMIT, RATE_LIMITED, ACCOUNT_CLOSED
   */
  async issue(actor: Actor, installId: string): Promise<DesktopTicket> {
    const { userId, sessionId: authSessionId, epoch: authEpoch } = actor;
    const install = await this.installs.own(actor, installId);
    const { account, ...target } = this.targetOf(install);
    this.targets.acceptAddress(actor, install.ip);
    const ticket = randomToken();
    const { ticketExpiresAt } = await this.db.transaction(async (tx) => {
      await this.closure.admit(tx, userId);
      await this.tickets.lockUser(tx, userId);
      const { tickets, open } = await this.tickets.usageOf(tx, userId);
      if (tickets >= MAX_TICKETS_A_MINUTE) throw desktopErrors.tooManyTickets();
      await this.throttle.take(TICKETS, userId, tx);
      const max = this.config.DESKTOP_SESSIONS_PER_USER;
      if (open >= max) throw desktopErrors.limit(max);
      await this.announce(tx, actor, install);
      const ticketHash = sha256Hex(ticket);
      const owner = { id: newId(), userId, authSessionId, authEpoch, installId };
      return this.tickets.insert(tx, { ...owner, ...target, ticketHash });
    });
    const { host, port } = target;
    const expires_at = ticketExpiresAt.toISOString();
    return { ticket, expires_at, url: '/api/desktop', host, port, account };
  }

  /** Returns the caller's open desktops, newest first. */
  async open({ userId }: Actor): Promise<OpenedDesktop[]> {
    return (await this.tickets.openOf(userId)).filter(isOpened);
  }

  /** Also erases the desktops that were opened with the tickets. */
  async eraseOf(tx: EntityManager, userId: string): Promise<void> {
    await tx.delete(DesktopSessionEntity, { userId });
  }

  private targetOf(install: StoredInstall): DesktopTarget {
    if (!this.config.DESKTOP_ENABLED) {
      throw desktopErrors.unavailable('Opening Windows in the browser is turned off.');
    }
    const target = desktopTargetOf(install);
    if (!target) throw desktopErrors.unavailable(refusalOf(install));
    return target;
  }

  /**
   * Publishes an event for the first desktop of an install in each session of its owner; auth notifies the owner by
   * mail.
   */
  private async announce(
    tx: EntityManager,
    { userId, sessionId }: Actor,
    install: StoredInstall,
  ): Promise<void> {
    const { id: installId, ip } = install;
    if (await this.tickets.hasTicket(tx, sessionId, installId)) return;
    const rdpPort = customPort(install, this.config.INSTALL_TARGET_PORT);
    const event = { userId, installId, ip, rdpPort };
    await this.outbox.add(tx, 'install.desktop.opened.v1', event, { key: userId });
  }
}

function refusalOf({ status }: StoredInstall): string {
  if (status === 'failed') return 'This install has failed, so there is no Windows to open.';
  if (status !== 'completed') return 'This install has not finished yet.';
  return 'Windows has not accepted the password yet, so we can’t be sure that this is your Windows. Check the password first.';
}
