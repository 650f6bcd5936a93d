import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** An account's authenticator app: set up, then enabled with its first code. */
@Entity('two_factor')
export class TwoFactorEntity {
  @PrimaryColumn('uuid') userId!: string;
  @Column('text') sealedSecret!: string;
  /** Null while it is only set up. */
  @Column('timestamptz', { nullable: true }) enabledAt!: Date | null;
  /** The 30-second step of the last code that was accepted; only later ones are. */
  @Column('bigint', { transformer: bigintNumber }) lastTimeStep!: number;
  @Column('timestamptz') createdAt!: Date;
}
