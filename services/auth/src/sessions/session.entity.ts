import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Sign-in on one browser, with all refresh tokens issued for it. */
@Entity('session')
export class SessionEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** Incremented by every rotation. */
  @Column('integer') generation!: number;
  @Column('timestamptz') rotatedAt!: Date;
  @Column('timestamptz') createdAt!: Date;
  /** Time of the last password or code confirmation; `null` if there was none after the sign-in. */
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
  /** From the User-Agent header, e.g. `Chrome on Windows`. */
  @Column('text') device!: string;
  /** Client address of the last refresh. */
  @Column('text', { nullable: true }) address!: string | null;
  @Column('text', { nullable: true }) revokedBecause!: string | null;
}
