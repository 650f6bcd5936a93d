import { Column, Entity, PrimaryColumn } from 'typeorm';

export type PasskeyPurpose = 'register' | 'sign-in' | 'second-factor' | 'step-up' | 'reset';

/** Random challenge that one response of an authenticator may sign. */
@Entity('passkey_challenge')
export class PasskeyChallengeEntity {
  @PrimaryColumn('bytea') challengeHash!: Buffer;
  /** A response for one purpose is refused for all others. */
  @Column('text') purpose!: PasskeyPurpose;
  /** `null` for a sign-in, whose account is known only from the response. */
  @Column('uuid', { nullable: true }) userId!: string | null;
  @Column('timestamptz') expiresAt!: Date;
}
