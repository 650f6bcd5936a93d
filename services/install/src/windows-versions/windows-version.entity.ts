import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { ImageKind } from '@casement/proto/http/install/linux.js';

@Entity('windows_version')
export class WindowsVersionEntity {
  @PrimaryColumn('uuid') id!: string;
  /** Linux images are offered only by a recovery system. */
  @Column('text', { default: 'windows' }) kind!: ImageKind;
  /** `false` withholds a Linux image from customers. */
  @Column('boolean', { default: true }) enabled!: boolean;
  @Column('text') name!: string;
  /** `win_ver` in requests and records. */
  @Column('text') slug!: string;
  /** SHA-256 of the image's manifest. `null` until an image is imported. */
  @Column('text', { nullable: true }) manifestSha256!: string | null;
  @Column('timestamptz', { nullable: true }) imageImportedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) imageVerifiedAt!: Date | null;
  /** Damaged image. Not offered to installs until it is re-imported or found undamaged. */
  @Column('text', { nullable: true }) withdrawnManifestSha256!: string | null;
  /** Required processor features (`sse4_2,popcnt` or `none`). `null` means those recorded in the image. */
  @Column('text', { nullable: true }) processor!: string | null;
  /** `false` switches the boot guard off for this version; BOOT_GUARD does so for all. */
  @Column('boolean', { default: true }) bootGuard!: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updatedAt!: Date;
}
