import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The minimum and maximum quantity of one top-up. There is one row. */
@Entity()
export class TopupLimits {
  @PrimaryColumn('boolean') onlyRow!: boolean;
  @Column('integer') minQuantity!: number;
  @Column('integer') maxQuantity!: number;
}
