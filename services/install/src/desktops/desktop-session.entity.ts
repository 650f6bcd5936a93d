import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { DesktopEndReason } from '@casement/proto/http/desktops.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** A ticket, and the desktop that was opened with it: it is open from `openedAt` to `endedAt`. */
@Entity('desktop_session')
export class DesktopSessionEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** The sign-in that asked for the ticket: the desktop ends with it. */
  @Column('uuid') authSessionId!: string;
  @Column('int') authEpoch!: number;
  @Column('uuid') installId!: string;
  /** Windows, as it was when the ticket was made; it opens, and stays open, at no other address. */
  @Column('text') host!: string;
  @Column('int') port!: number;
  @Column('text') certificateSha256!: string;

  /** SHA-256, hex; null once it was used. */
  @Column('text', { nullable: true }) ticketHash!: string | null;
  @Column('timestamptz') ticketExpiresAt!: Date;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;

  /** The relay that holds it; no other one's reports count. */
  @Column('text', { nullable: true }) replica!: string | null;
  /** The browser's. */
  @Column('text', { nullable: true }) clientAddress!: string | null;
  @Column('timestamptz', { nullable: true }) openedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) reportedAt!: Date | null;
  /** When a report last had more bytes than the one before. */
  @Column('timestamptz', { nullable: true }) activeAt!: Date | null;
  @Column('bigint', { transformer: bigintNumber }) bytesToWindows!: number;
  @Column('bigint', { transformer: bigintNumber }) bytesToBrowser!: number;

  /** Its relay is told so with its next report. */
  @Column('text', { nullable: true }) endOrdered!: DesktopEndReason | null;
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
  @Column('text', { nullable: true }) endReason!: DesktopEndReason | null;
}

/** One that was opened. */
export type OpenedDesktop = DesktopSessionEntity & {
  [K in 'replica' | 'clientAddress' | 'openedAt' | 'reportedAt']: NonNullable<
    DesktopSessionEntity[K]
  >;
};

export const isOpened = (session: DesktopSessionEntity | null): session is OpenedDesktop =>
  session?.openedAt != null;
