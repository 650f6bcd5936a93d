import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * - `held`: 1 quota is taken and waits for the install's end
 * - `captured`: spent; `released`: given back; `refunded`: given back after it was spent
 * - `insufficient`: the hold was asked for and refused; `refused`: a tombstone, no hold ever again
 */
export type HoldState = 'held' | 'captured' | 'released' | 'refunded' | 'insufficient' | 'refused';

/** Where the quota of one install stands. */
@Entity('install_hold')
export class InstallHoldEntity {
  @PrimaryColumn('uuid') installId!: string;
  @Column('uuid') userId!: string;
  @Column('text') state!: HoldState;
  /** Grows when an administrator's edit charges an install again; part of the ledger's source. */
  @Column('integer') round!: number;
  /** Of the last status that was applied; −1 before the first. */
  @Column('integer') version!: number;
  /** Completed while no quota could be charged: an administrator should look. */
  @Column('boolean') uncharged!: boolean;
  @Column('timestamptz', { nullable: true }) nextCheckAt!: Date | null;
  @Column('timestamptz') updatedAt!: Date;
}
