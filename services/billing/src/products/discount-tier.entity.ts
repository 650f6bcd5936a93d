import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class DiscountTier {
  @PrimaryColumn('integer') minQuantity!: number;
  /** 500 = 5 %. */
  @Column('integer') basisPoints!: number;
}
