import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/database/bigint-number.js';

/** What a top-up buys. The oldest one is the quota product. */
@Entity()
export class Product {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  /** 1 Rp = 100 sen. */
  @Column('bigint', { transformer: bigintNumber }) priceSen!: number;
  @Column('timestamptz') createdAt!: Date;
}
