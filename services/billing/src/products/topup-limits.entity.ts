import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Minimum and maximum quantity of a top-up. The table has a single row. */
@Entity('topup_limits')
export class TopupLimitsEntity {
  @PrimaryColumn('boolean') onlyRow!: boolean;
  @Column('integer') minQuantity!: number;
  @Column('integer') maxQuantity!: number;
}
