import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** What a top-up buys. The oldest one that is still sold is the quota product. */
@Entity('product')
export class ProductEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  /** 1 Rp = 100 sen. */
  @Column('bigint', { transformer: bigintNumber }) priceSen!: number;
  /** Its picture in `product_image`. */
  @Column('text', { nullable: true }) imageHash!: string | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  /**
   * Since when it is no longer sold. The row stays: an order that is being made at this moment goes through as
   * quoted, and no history has to be rewritten.
   */
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
}
