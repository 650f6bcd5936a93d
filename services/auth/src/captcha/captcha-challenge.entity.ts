import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('captcha_challenge')
export class CaptchaChallengeEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('bytea') answerHash!: Buffer;
  /** Name of the decoy field, which is hidden from people. */
  @Column('text') honeypotField!: string;
  @Column('timestamptz') expiresAt!: Date;
}
