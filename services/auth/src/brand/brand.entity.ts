import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BrandSettings } from '@casement/proto/http/auth/brand.js';

/** The table has a single row. `null` means Casement's own, or the setting of the environment. */
@Entity('brand')
export class BrandEntity {
  @PrimaryColumn('boolean') onlyRow!: boolean;
  /** Grows with each change. */
  @Column('integer') version!: number;
  @Column('text') name!: string;
  /** `#rrggbb` */
  @Column('text', { nullable: true }) accent!: string | null;
  /** Hashes of images. */
  @Column('text', { nullable: true }) logoLight!: string | null;
  @Column('text', { nullable: true }) logoDark!: string | null;
  @Column('text', { nullable: true }) favicon!: string | null;
  @Column('text', { nullable: true }) supportEmail!: string | null;
  @Column('text', { nullable: true }) supportChatUrl!: string | null;
  @Column('text', { nullable: true }) mailSenderName!: string | null;
  @Column('jsonb') footerLinks!: BrandSettings['footer_links'];
  @Column('jsonb') landingTexts!: BrandSettings['landing_texts'];
}
