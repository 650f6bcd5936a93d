import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** Product that top-ups buy. The oldest product that is still sold is the quota product, the default of a top-up. */
@Entity('product')
export class ProductEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  /** 1 Rp = 100 sen. */
  @Column('bigint', { transformer: bigintNumber }) priceSen!: number;
  /** References `product_image`. */
  @Column('text', { nullable: true }) imageHash!: string | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  /** Time when the product was removed from sale. The row stays because open orders and the history refer to it. */
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
}
