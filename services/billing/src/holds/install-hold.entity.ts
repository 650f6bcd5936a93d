import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * - `held`: 1 quota is taken until the install ends
 * - `captured`: the quota is spent
 * - `released`: given back before it was spent
 * - `refunded`: given back after it was spent
 * - `insufficient`: the hold was refused for lack of quota
 * - `refused`: tombstone; the install can no longer hold quota
 */
export type HoldState = 'held' | 'captured' | 'released' | 'refunded' | 'insufficient' | 'refused';

@Entity('install_hold')
export class InstallHoldEntity {
  @PrimaryColumn('uuid') installId!: string;
  @Column('uuid') userId!: string;
  @Column('text') state!: HoldState;
  /** Incremented each time the install is charged again; part of the ledger's source. */
  @Column('integer') round!: number;
  /** Version of the last applied status; −1 before the first. */
  @Column('integer') version!: number;
  /** True if the install completed while no quota could be charged. An administrator must act. */
  @Column('boolean') uncharged!: boolean;
  /** Whether the install is free. The states are the same, without ledger entries. */
  @Column('boolean') free!: boolean;
  @Column('timestamptz', { nullable: true }) nextCheckAt!: Date | null;
  @Column('timestamptz') updatedAt!: Date;
}
