import { Column, Entity, PrimaryColumn } from 'typeorm';

export type DeletionStep = 'closing' | 'reopening';

/** A deletion that is under way, or whose undoing is; it ends with its row. */
@Entity('account_deletion')
export class AccountDeletionEntity {
  @PrimaryColumn('uuid') userId!: string;
  /** UUIDv7 of this attempt. */
  @Column('uuid') id!: string;
  @Column('uuid') requestedBy!: string;
  @Column('text') step!: DeletionStep;
  /** One process works on it until then. */
  @Column('timestamptz') claimedUntil!: Date;
}
