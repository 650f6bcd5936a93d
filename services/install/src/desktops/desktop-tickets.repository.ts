import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, idRow, one, row } from '@casement/common/data/database/sql.js';
import { DesktopSessionEntity } from './desktop-session.entity.js';

const TICKET = `interval '30 seconds'`;
/** Desktops of relays that have been silent for longer do not count against the limit. */
const REPORTED_LATELY = `reported_at > now() - interval '30 seconds'`;
/** SQL condition. Includes desktops whose relay may be lost. */
export const OPEN = 'opened_at IS NOT NULL AND ended_at IS NULL';

const usage = z.object({ tickets: z.number(), open: z.number() });

export type NewTicket = Pick<
  DesktopSessionEntity,
  | 'id'
  | 'userId'
  | 'authSessionId'
  | 'authEpoch'
  | 'installId'
  | 'host'
  | 'port'
  | 'certificateSha256'
> & { ticketHash: string };

/** All times come from the database's clock. */
@Injectable()
export class DesktopTicketsRepository {
  constructor(private readonly db: Database) {}

  /** Serialises counting of this user's tickets and desktops until `tx` ends. */
  async lockUser(tx: EntityManager, userId: string): Promise<void> {
    await execute(tx, `SELECT pg_advisory_xact_lock(hashtextextended('desktops:' || $1, 0))`, [
      userId,
    ]);
  }

  /** Counts the tickets of the last minute and the open desktops. */
  usageOf(tx: EntityManager, userId: string): Promise<z.infer<typeof usage>> {
    return one(
      tx,
      usage,
      `SELECT (SELECT count(*) FROM desktop_session
                WHERE user_id = $1 AND created_at > now() - interval '1 minute')::int AS tickets,
              (SELECT count(*) FROM desktop_session
                WHERE user_id = $1 AND ${OPEN} AND ${REPORTED_LATELY})::int AS open`,
      [userId],
    );
  }

  /** Whether the auth session has requested a desktop of this install before. */
  hasTicket(tx: EntityManager, authSessionId: string, installId: string): Promise<boolean> {
    return tx.existsBy(DesktopSessionEntity, { authSessionId, installId });
  }

  /** Returns the user's open desktops, newest first. */
  openOf(userId: string): Promise<DesktopSessionEntity[]> {
    return this.db.manager.find(DesktopSessionEntity, {
      where: { userId, openedAt: Not(IsNull()), endedAt: IsNull() },
      order: { id: 'DESC' },
    });
  }

  async insert(tx: EntityManager, ticket: NewTicket): Promise<DesktopSessionEntity> {
    const ticketExpiresAt = () => `now() + ${TICKET}`;
    await tx.insert(DesktopSessionEntity, { ...ticket, ticketExpiresAt });
    return tx.findOneByOrFail(DesktopSessionEntity, { id: ticket.id });
  }

  /**
   * Consumes a ticket. Only one of several concurrent calls succeeds. @returns `null` if it is unknown, used or
   * expired
   */
  async use(ticketHash: string): Promise<DesktopSessionEntity | null> {
    const used = await row(
      this.db.manager,
      idRow,
      `UPDATE desktop_session SET ticket_hash = NULL
       WHERE ticket_hash = $1 AND ticket_expires_at > now() RETURNING id`,
      [ticketHash],
    );
    return used && this.db.manager.findOneBy(DesktopSessionEntity, { id: used.id });
  }

  /** @returns false if the user was deleted meanwhile */
  async open(
    tx: EntityManager,
    id: string,
    { replica, clientAddress }: { replica: string; clientAddress: string },
  ): Promise<boolean> {
    const opened = await execute(
      tx,
      `UPDATE desktop_session
       SET replica = $2, client_address = $3, opened_at = now(), reported_at = now(), active_at = now()
       WHERE id = $1 AND opened_at IS NULL`,
      [id, replica, clientAddress],
    );
    return opened === 1;
  }
}
