import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('discount_tier')
export class DiscountTierEntity {
  @PrimaryColumn('integer') minQuantity!: number;
  /** Discount in basis points: 500 = 5 %. */
  @Column('integer') basisPoints!: number;
}
