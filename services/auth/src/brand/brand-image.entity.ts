import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Image as served. */
@Entity('brand_image')
export class BrandImageEntity {
  /** SHA-256 of `png`, in hex. */
  @PrimaryColumn('text') hash!: string;
  /** PNG from `encodeBrandImage`. */
  @Column('bytea') png!: Buffer;
  @Column('integer') width!: number;
  @Column('integer') height!: number;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
