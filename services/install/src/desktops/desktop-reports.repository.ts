import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import {
  desktopEndReason,
  type DesktopEndReason,
} from '@casement/proto/http/install/desktops/desktops.js';
import { Database } from '@casement/common/data/database/database.js';
import { bigintColumn, execute, rows } from '@casement/common/data/database/sql.js';
import type { RdpProof } from '@casement/install-engine/convert/state.js';
import type { StoredStatus } from '../installs/install-status.js';
import { OPEN } from './desktop-tickets.repository.js';

const reported = z.object({
  id: z.string(),
  userId: z.string(),
  authSessionId: z.string(),
  authEpoch: z.number(),
  host: z.string(),
  port: z.number(),
  certificateSha256: z.string(),
  bytesToWindows: bigintColumn,
  bytesToBrowser: bigintColumn,
  idleSeconds: z.number(),
  endOrdered: desktopEndReason.nullable(),
  endReason: desktopEndReason.nullable(),
  installIp: z.string().nullable(),
  installStatus: z.custom<StoredStatus>().nullable(),
  installRdp: z.custom<RdpProof>().nullable(),
  closed: z.boolean(),
});
export type ReportedDesktop = z.infer<typeof reported>;

const ended = z.object({
  sessionId: z.string(),
  userId: z.string(),
  installId: z.string(),
  seconds: z.number(),
  bytesToWindows: bigintColumn,
  bytesToBrowser: bigintColumn,
  reason: desktopEndReason,
});
export type EndedDesktop = z.infer<typeof ended>;

const ENDED = `d.id AS "sessionId", d.user_id AS "userId", d.install_id AS "installId",
  extract(epoch FROM d.ended_at - d.opened_at)::int AS seconds, d.bytes_to_windows AS "bytesToWindows",
  d.bytes_to_browser AS "bytesToBrowser", d.end_reason AS reason`;

export interface DesktopChange {
  id: string;
  bytesToWindows: number;
  bytesToBrowser: number;
  /** Whether the report has more bytes than the previous one. */
  isActive: boolean;
  endOrdered: DesktopEndReason | null;
  /** Reason if the desktop ends with this change. `null` also if it had ended before. */
  ended: DesktopEndReason | null;
}

@Injectable()
export class DesktopReportsRepository {
  constructor(private readonly db: Database) {}

  /** Locks the desktops opened by this relay, in a consistent order. */
  lock(tx: EntityManager, replica: string, ids: readonly string[]): Promise<ReportedDesktop[]> {
    return rows(
      tx,
      reported,
      `SELECT d.id, d.user_id AS "userId", d.auth_session_id AS "authSessionId", d.auth_epoch AS "authEpoch",
              d.host, d.port, d.certificate_sha256 AS "certificateSha256",
              d.bytes_to_windows AS "bytesToWindows", d.bytes_to_browser AS "bytesToBrowser",
              extract(epoch FROM now() - d.active_at)::float AS "idleSeconds",
              d.end_ordered AS "endOrdered", d.end_reason AS "endReason",
              i.ip AS "installIp", i.status AS "installStatus", i.engine_state->'rdp' AS "installRdp",
              coalesce(c.closed, false) AS closed
       FROM desktop_session d
       LEFT JOIN install i ON i.id = d.install_id AND i.user_id = d.user_id
       LEFT JOIN closed_user c ON c.user_id = d.user_id
       WHERE d.id = ANY ($1) AND d.replica = $2
       ORDER BY d.id FOR UPDATE OF d`,
      [ids, replica],
    );
  }

  /**
   * For a desktop that has already ended, updates only the final byte counts. @returns the desktops that this change
   * ends
   */
  save(tx: EntityManager, changes: readonly DesktopChange[]): Promise<EndedDesktop[]> {
    return rows(
      tx,
      ended,
      `WITH change AS (
         SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bool[], $5::text[], $6::text[])
                         AS c (id, to_windows, to_browser, is_active, ordered, ended)),
       changed AS (
         UPDATE desktop_session d SET
           bytes_to_windows = greatest(d.bytes_to_windows, c.to_windows),
           bytes_to_browser = greatest(d.bytes_to_browser, c.to_browser),
           reported_at = CASE WHEN d.ended_at IS NULL THEN now() ELSE d.reported_at END,
           active_at = CASE WHEN d.ended_at IS NULL AND c.is_active THEN now() ELSE d.active_at END,
           end_ordered = coalesce(d.end_ordered, c.ordered),
           ended_at = coalesce(d.ended_at, CASE WHEN c.ended IS NOT NULL THEN now() END),
           end_reason = coalesce(d.end_reason, c.ended)
         FROM change c WHERE d.id = c.id
         RETURNING ${ENDED}, c.ended)
       SELECT * FROM changed WHERE ended IS NOT NULL`,
      [
        changes.map(({ id }) => id),
        changes.map(({ bytesToWindows }) => bytesToWindows),
        changes.map(({ bytesToBrowser }) => bytesToBrowser),
        changes.map(({ isActive }) => isActive),
        changes.map(({ endOrdered }) => endOrdered),
        changes.map((change) => change.ended),
      ],
    );
  }

  /** Fails while the database is unreachable. */
  async ping(): Promise<void> {
    await execute(this.db.manager, 'SELECT 1');
  }

  /** Ends desktops whose relay has been silent for 30 seconds. Locked rows are left to the next run. */
  endLost(limit: number): Promise<EndedDesktop[]> {
    return rows(
      this.db.manager,
      ended,
      `WITH lost AS (
         SELECT id FROM desktop_session
         WHERE ${OPEN} AND reported_at < now() - interval '30 seconds' LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE desktop_session d SET ended_at = now(), end_reason = 'lost'
       FROM lost WHERE d.id = lost.id RETURNING ${ENDED}`,
      [limit],
    );
  }
}
