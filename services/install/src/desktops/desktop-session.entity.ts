import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { DesktopEndReason } from '@casement/proto/http/install/desktops/desktops.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** A ticket and the desktop opened with it. The desktop is open from `openedAt` to `endedAt`. */
@Entity('desktop_session')
export class DesktopSessionEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** Auth session that requested the ticket. The end of that session ends the desktop. */
  @Column('uuid') authSessionId!: string;
  @Column('int') authEpoch!: number;
  @Column('uuid') installId!: string;
  /** Target when the ticket was issued. The desktop never connects to another host. */
  @Column('text') host!: string;
  @Column('int') port!: number;
  @Column('text') certificateSha256!: string;

  /** SHA-256 in hex. `null` after the ticket was used. */
  @Column('text', { nullable: true }) ticketHash!: string | null;
  @Column('timestamptz') ticketExpiresAt!: Date;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;

  /** Relay that opened the desktop. Reports of other relays are ignored. */
  @Column('text', { nullable: true }) replica!: string | null;
  @Column('text', { nullable: true }) clientAddress!: string | null;
  @Column('timestamptz', { nullable: true }) openedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) reportedAt!: Date | null;
  /** Time of the last report with new bytes. */
  @Column('timestamptz', { nullable: true }) activeAt!: Date | null;
  @Column('bigint', { transformer: bigintNumber }) bytesToWindows!: number;
  @Column('bigint', { transformer: bigintNumber }) bytesToBrowser!: number;

  /** Sent to the relay in response to its next report. */
  @Column('text', { nullable: true }) endOrdered!: DesktopEndReason | null;
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
  @Column('text', { nullable: true }) endReason!: DesktopEndReason | null;
}

export type OpenedDesktop = DesktopSessionEntity & {
  [K in 'replica' | 'clientAddress' | 'openedAt' | 'reportedAt']: NonNullable<
    DesktopSessionEntity[K]
  >;
};

export const isOpened = (session: DesktopSessionEntity | null): session is OpenedDesktop =>
  session?.openedAt != null;
