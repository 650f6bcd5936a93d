import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One of the codes that sign in once in place of the authenticator app's. */
@Entity('recovery_code')
export class RecoveryCodeEntity {
  @PrimaryColumn('bytea') codeHash!: Buffer;
  @Column('uuid') userId!: string;
}
