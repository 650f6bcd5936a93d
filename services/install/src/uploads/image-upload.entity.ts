import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  UploadedEdition,
  UploadKind,
  UploadStatus,
} from '@casement/proto/http/install/windows/image-uploads.js';
import type { ImageFailure } from '@casement/proto/http/install/windows/images.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

@Entity('image_upload')
export class ImageUploadEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: UploadKind;
  /** Original file name; never used as a path. */
  @Column('text') name!: string;
  @Column('bigint', { transformer: bigintNumber }) size!: number;
  @Column('text') status!: UploadStatus;
  /** Hash of the complete file: the declared one until the inspection has computed it. */
  @Column('text', { nullable: true }) sha256!: string | null;
  @Column('jsonb', { nullable: true }) editions!: UploadedEdition[] | null;
  @Column('jsonb', { nullable: true }) failure!: ImageFailure | null;
  @Column('uuid') createdBy!: string;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
}
