import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** Product that top-ups buy. The oldest product for sale is the quota product. */
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
  /** Time when its sale ended. The row stays so that orders in progress and the history keep their product. */
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
}
