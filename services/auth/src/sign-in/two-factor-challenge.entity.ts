import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Sign-in with the right password that waits for its code. */
@Entity('two_factor_challenge')
export class TwoFactorChallengeEntity {
  /** Hash of the challenge id, which only the browser has. */
  @PrimaryColumn('bytea') idHash!: Buffer;
  @Column('uuid') userId!: string;
  /** Epoch of the user when the password was checked. A changed credential voids the challenge. */
  @Column('integer') epoch!: number;
  @Column('integer') tries!: number;
  @Column('timestamptz') expiresAt!: Date;
}
