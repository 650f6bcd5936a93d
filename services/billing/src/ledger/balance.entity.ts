import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Cached sum of a user's ledger; changed only by the ledger's trigger. */
@Entity('balance')
export class BalanceEntity {
  @PrimaryColumn('uuid') userId!: string;
  @Column('integer') quota!: number;
  @Column('integer') entries!: number;
}
