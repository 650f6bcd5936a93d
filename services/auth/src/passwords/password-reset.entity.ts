import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('password_reset')
export class PasswordResetEntity {
  @PrimaryColumn('uuid') userId!: string;
  @Column('bytea') tokenHash!: Buffer;
  /** Address and epoch of the account when the link was sent. The link is void once either changes. */
  @Column('text') email!: string;
  @Column('integer') epoch!: number;
  @Column('timestamptz') expiresAt!: Date;
}
