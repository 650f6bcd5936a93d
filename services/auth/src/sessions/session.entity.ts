import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One sign-in on one browser: a family of refresh tokens. */
@Entity('session')
export class SessionEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** Grows by one with every rotation. */
  @Column('integer') generation!: number;
  @Column('timestamptz') rotatedAt!: Date;
  @Column('timestamptz') createdAt!: Date;
  /** When a password or code was last given after the sign-in; null: at the sign-in. */
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;
  @Column('timestamptz') expiresAt!: Date;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
  /** What its browser claims to be, e.g. `Chrome on Windows`. */
  @Column('text') device!: string;
  /** Where it was last refreshed from. */
  @Column('text', { nullable: true }) address!: string | null;
  /** See RevokedBecause. */
  @Column('text', { nullable: true }) revokedBecause!: string | null;
}
