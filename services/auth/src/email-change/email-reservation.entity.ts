import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Former address of an account. Other accounts cannot verify it until its owner can no longer undo the change. */
@Entity('email_reservation')
export class EmailReservationEntity {
  /** Hash of the token in the mail to the former address. */
  @PrimaryColumn('bytea') undoHash!: Buffer;
  @Column('uuid') userId!: string;
  @Column('text') email!: string;
  @Column('timestamptz') changedAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
}
