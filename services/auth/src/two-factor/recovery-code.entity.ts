import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Hash of a code that replaces the authenticator app for one sign-in. */
@Entity('recovery_code')
export class RecoveryCodeEntity {
  @PrimaryColumn('bytea') codeHash!: Buffer;
  @Column('uuid') userId!: string;
}
