import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Account deletion in progress or being undone. The row is removed when either has finished. */
@Entity('account_deletion')
export class UserDeletionEntity {
  @PrimaryColumn('uuid') userId!: string;
  @Column('uuid') id!: string;
  @Column('uuid') requestedBy!: string;
  @Column('text') step!: 'closing' | 'reopening';
  /** End of the claim of the process that runs the deletion. */
  @Column('timestamptz') claimedUntil!: Date;
}
