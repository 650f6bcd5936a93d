import { Column, Entity, PrimaryColumn } from 'typeorm';

/** New address of an account that waits for the code sent to it. */
@Entity('email_change')
export class EmailChangeEntity {
  @PrimaryColumn('uuid') userId!: string;
  /** Id of the code; the hash is bound to it. */
  @Column('uuid') id!: string;
  @Column('text') email!: string;
  @Column('bytea') codeHash!: Buffer;
  @Column('integer') tries!: number;
  @Column('timestamptz') expiresAt!: Date;
}
