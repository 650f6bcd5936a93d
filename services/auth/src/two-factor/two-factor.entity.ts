import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** Authenticator app settings of an account. */
@Entity('two_factor')
export class TwoFactorEntity {
  @PrimaryColumn('uuid') userId!: string;
  @Column('text') sealedSecret!: string;
  /** `null` until the first code completes the set-up. */
  @Column('timestamptz', { nullable: true }) enabledAt!: Date | null;
  /** 30-second step of the last accepted code. */
  @Column('bigint', { transformer: bigintNumber }) lastTimeStep!: number;
  @Column('timestamptz') createdAt!: Date;
}
