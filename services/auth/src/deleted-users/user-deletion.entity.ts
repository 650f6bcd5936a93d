import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A deletion in progress or being undone. The row is removed at the end of either. */
@Entity('account_deletion')
export class UserDeletionEntity {
  @PrimaryColumn('uuid') userId!: string;
  /** Id of this attempt. */
  @Column('uuid') id!: string;
  @Column('uuid') requestedBy!: string;
  @Column('text') step!: 'closing' | 'reopening';
  /** End of the lease of the process that works on it. */
  @Column('timestamptz') claimedUntil!: Date;
}
