import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  UploadedEdition,
  UploadKind,
  UploadStatus,
} from '@casement/proto/http/image-uploads.js';
import type { ImageFailure } from '@casement/proto/http/images.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** A file that an administrator sends in parts. All administrators share it. */
@Entity('image_upload')
export class ImageUploadEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: UploadKind;
  /** As it was called where it came from; never a path of ours. */
  @Column('text') name!: string;
  @Column('bigint', { transformer: bigintNumber }) size!: number;
  @Column('text') status!: UploadStatus;
  /** Of the whole: as it was given, once checked as it was found. */
  @Column('text', { nullable: true }) sha256!: string | null;
  @Column('jsonb', { nullable: true }) editions!: UploadedEdition[] | null;
  @Column('jsonb', { nullable: true }) failure!: ImageFailure | null;
  @Column('uuid') createdBy!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
}
