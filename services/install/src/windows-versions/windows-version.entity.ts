import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** What customers choose from. It can be installed once an image was imported for it. */
@Entity('windows_version')
export class WindowsVersionEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  /** Stable name in requests and records (`win_ver`). */
  @Column('text') slug!: string;
  /** sha256 of the image's manifest; null until one was imported. */
  @Column('text', { nullable: true }) manifestSha256!: string | null;
  @Column('timestamptz', { nullable: true }) imageImportedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) imageVerifiedAt!: Date | null;
  /** An image in which damage was found: no install gets it, and it can be deleted or imported again. */
  @Column('text', { nullable: true }) withdrawnManifestSha256!: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updatedAt!: Date;
}
