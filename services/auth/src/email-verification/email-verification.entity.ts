import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The code that was last sent to a user. */
@Entity('email_verification')
export class EmailVerificationEntity {
  @PrimaryColumn('uuid') userId!: string;
  /** Of this code; its hash is bound to it. */
  @Column('uuid') id!: string;
  /** The address that it was sent to, and that it proves. */
  @Column('text') email!: string;
  @Column('bytea') codeHash!: Buffer;
  /** Of the token in the mail's link; null where the mail has only the code. */
  @Column('bytea', { nullable: true }) linkHash!: Buffer | null;
  @Column('integer') tries!: number;
  @Column('timestamptz') expiresAt!: Date;
}
