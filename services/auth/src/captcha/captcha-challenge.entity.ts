import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('captcha_challenge')
export class CaptchaChallengeEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('bytea') answerHash!: Buffer;
  /** Name of the decoy field, which only scripts fill in. */
  @Column('text') honeypotField!: string;
  @Column('timestamptz') expiresAt!: Date;
}
