import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Last code sent to a user. */
@Entity('email_verification')
export class EmailVerificationEntity {
  @PrimaryColumn('uuid') userId!: string;
  /** Id of the code, which is part of the input of its hash. */
  @Column('uuid') id!: string;
  /** Address that the code was sent to. Only this address can be verified with it. */
  @Column('text') email!: string;
  @Column('bytea') codeHash!: Buffer;
  /** Hash of the token in the mail's link; `null` if the mail has no link. */
  @Column('bytea', { nullable: true }) linkHash!: Buffer | null;
  @Column('integer') tries!: number;
  @Column('timestamptz') expiresAt!: Date;
}
