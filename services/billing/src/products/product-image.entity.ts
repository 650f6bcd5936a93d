import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Image as served. Products with the same image share a row. */
@Entity('product_image')
export class ProductImageEntity {
  /** SHA-256 of `content`, in hex. */
  @PrimaryColumn('text') hash!: string;
  /** WebP from `encodeImage`. */
  @Column('bytea') content!: Buffer;
}
