import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The locked cache of a user's ledger sum; moved only by the ledger's own trigger. */
@Entity('balance')
export class BalanceEntity {
  @PrimaryColumn('uuid') userId!: string;
  @Column('integer') quota!: number;
  /** How many ledger entries the user has. */
  @Column('integer') entries!: number;
}
