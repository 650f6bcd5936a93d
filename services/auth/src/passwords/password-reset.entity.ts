import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The reset link that was last sent to a user. */
@Entity('password_reset')
export class PasswordResetEntity {
  @PrimaryColumn('uuid') userId!: string;
  @Column('bytea') tokenHash!: Buffer;
  /** The address that it was sent to, and the account's epoch then: it is void once either differs. */
  @Column('text') email!: string;
  @Column('integer') epoch!: number;
  @Column('timestamptz') expiresAt!: Date;
}
