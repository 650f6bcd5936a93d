import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The minimum and maximum quantity of one top-up. There is one row. */
@Entity('topup_limits')
export class TopupLimitsEntity {
  @PrimaryColumn('boolean') onlyRow!: boolean;
  @Column('integer') minQuantity!: number;
  @Column('integer') maxQuantity!: number;
}
