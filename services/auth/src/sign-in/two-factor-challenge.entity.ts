import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in whose password was right and that waits for its code. */
@Entity('two_factor_challenge')
export class TwoFactorChallengeEntity {
  /** Its id is a secret of the browser that began it, so only the hash is kept. */
  @PrimaryColumn('bytea') idHash!: Buffer;
  @Column('uuid') userId!: string;
  /** Of the user when the password was checked: a changed credential voids the challenge. */
  @Column('integer') epoch!: number;
  @Column('integer') tries!: number;
  @Column('timestamptz') expiresAt!: Date;
}
