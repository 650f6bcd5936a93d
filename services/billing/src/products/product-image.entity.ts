import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A picture as it is served. Two products with the same picture share one row. */
@Entity('product_image')
export class ProductImageEntity {
  /** SHA-256 of `content`, in hex. */
  @PrimaryColumn('text') hash!: string;
  /** WebP, made by `encodeImage`. */
  @Column('bytea') content!: Buffer;
}
