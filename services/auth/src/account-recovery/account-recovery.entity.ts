import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Recovery that removes the second factors of an account unless it is cancelled in time. */
@Entity('account_recovery')
export class AccountRecoveryEntity {
  @PrimaryColumn('uuid') userId!: string;
  /** Administrator who started it. */
  @Column('uuid') requestedBy!: string;
  /** Hash of the token in the mail to the owner. */
  @Column('bytea') cancelHash!: Buffer;
  @Column('timestamptz') effectiveAt!: Date;
}
