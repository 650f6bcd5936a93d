import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { logger } from '@casement/common/core/logging/logger.js';
import type {
  OpenDesktopRequest,
  OpenDesktopResponse,
} from '@casement/proto/gen/casement/install/v1/install_service.js';
import { AccountClosureService } from '../account-closure/account-closure.service.js';
import { InstallConfig } from '../config.js';
import { desktopTargetOf } from '../installs/desktop-target.js';
import { InstallsService } from '../installs/installs.service.js';
import type { DesktopSessionEntity } from './desktop-session.entity.js';
import { DesktopTicketsRepository } from './desktop-tickets.repository.js';
import { desktopErrors } from './desktops.errors.js';

const log = logger('desktops');

/** Limit in bytes, both directions added up, at which a desktop ends. */
export const maxBytesOf = ({ DESKTOP_MAX_GIB }: Pick<InstallConfig, 'DESKTOP_MAX_GIB'>): number =>
  DESKTOP_MAX_GIB * 2 ** 30;

@Injectable()
export class DesktopOpeningsService {
  constructor(
    private readonly config: InstallConfig,
    private readonly db: Database,
    private readonly tickets: DesktopTicketsRepository,
    private readonly installs: InstallsService,
    private readonly closure: AccountClosureService,
    private readonly edge: EdgeState,
  ) {}

  /**
   * Consumes the ticket even if the call fails.
   * @throws NOT_FOUND for an invalid, used or expired ticket; DESKTOP_LIMIT
   */
  async open({ ticket, replica, clientAddress }: OpenDesktopRequest): Promise<OpenDesktopResponse> {
    const session = await this.tickets.use(sha256Hex(ticket));
    if (!session) throw desktopErrors.ticketRefused();
    await this.db.transaction(async (tx) => {
      await this.requireValid(tx, session);
      const { open } = await this.tickets.usageOf(tx, session.userId);
      if (open >= this.config.DESKTOP_SESSIONS_PER_USER) throw desktopErrors.limitReached();
      const opened = await this.tickets.open(tx, session.id, { replica, clientAddress });
      if (!opened) throw desktopErrors.ticketRefused();
    });
    const { id: sessionId, userId, installId, host, port, certificateSha256 } = session;
    log.info({ sessionId, userId, installId, clientAddress, replica }, 'desktop opened');
    const maxBytes = maxBytesOf(this.config);
    return { sessionId, host, port, certificateSha256, maxBytes, userId, installId };
  }

  /** Takes the user's lock and repeats the checks made when the ticket was issued. @throws NOT_FOUND */
  private async requireValid(tx: EntityManager, session: DesktopSessionEntity): Promise<void> {
    const { userId, authSessionId: sessionId, authEpoch: epoch, installId } = session;
    const revoked = this.edge.isRevoked({ userId, sessionId, epoch });
    if (revoked || !this.config.DESKTOP_ENABLED) throw desktopErrors.ticketRefused();
    await this.closure.admit(tx, userId).catch((error: unknown) => {
      throw error instanceof DomainError ? desktopErrors.ticketRefused() : error;
    });
    await this.tickets.lockUser(tx, userId);
    const install = await this.installs.lockOwn(tx, userId, installId);
    const target = install && desktopTargetOf(install);
    const isSame =
      target?.host === session.host &&
      target.port === session.port &&
      target.certificateSha256 === session.certificateSha256;
    if (!isSame) throw desktopErrors.ticketRefused();
  }
}
