import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ImageFailure, ImageJobStatus, ImageJobStep } from '@casement/proto/http/images.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { Firmware } from '@casement/windows-image/build/disk-layout.js';

export type ImageJobKind = 'import' | 'verify' | 'collect' | 'inspect' | 'build' | 'replicate';
/** `command`: an import on the command line, which does its work itself. */
export type ImageSourceKind = 'file' | 'url' | 'command' | 'upload';

/** Background work on images, done by the holder of its lease. */
@Entity('image_job')
export class ImageJobEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: ImageJobKind;
  @Column('uuid', { nullable: true }) versionId!: string | null;
  @Column('text', { nullable: true }) sourceKind!: ImageSourceKind | null;
  /** What is read: an image that is imported, a file that is checked, or the ISO of a build. */
  @Column('uuid', { nullable: true }) uploadId!: string | null;
  @Column('uuid', { nullable: true }) driversUploadId!: string | null;
  /** Of a build: the number of the edition on its ISO, the recipe and the disk, both null for those that fit; the firmware, null for UEFI. */
  @Column('int', { nullable: true }) edition!: number | null;
  @Column('text', { nullable: true }) recipe!: string | null;
  @Column('text', { nullable: true }) firmware!: Firmware | null;
  @Column('int', { nullable: true }) diskGib!: number | null;
  /** Of a replication: the name of the origin that gets the image. */
  @Column('text', { nullable: true }) origin!: string | null;
  /** The last lines of what a build has done. */
  @Column('text', { array: true }) log!: string[];
  /** As it is shown: an address without what may be secret in it. */
  @Column('text', { nullable: true }) source!: string | null;
  /** The whole address; erased at the end. */
  @Column('text', { nullable: true }) sourceSealed!: string | null;
  @Column('text', { nullable: true }) sha256!: string | null;
  @Column('bigint', { nullable: true, transformer: bigintNumber }) minMemory!: number | null;
  @Column('boolean', { default: false }) handshakeOnly!: boolean;
  @Column('text') status!: ImageJobStatus;
  @Column('text', { nullable: true }) step!: ImageJobStep | null;
  @Column('timestamptz', { nullable: true }) stepSince!: Date | null;
  @Column('bigint', { transformer: bigintNumber }) bytesDone!: number;
  @Column('bigint', { nullable: true, transformer: bigintNumber }) bytesTotal!: number | null;
  @Column('jsonb', { nullable: true }) failure!: ImageFailure | null;
  /** How often a worker began it without ending it. */
  @Column('int') attempts!: number;
  @Column('uuid', { nullable: true }) requestedBy!: string | null;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  /** Grows with each claim and with a cancellation; a worker with an older one has been replaced. */
  @Column('bigint', { transformer: bigintNumber }) leaseEpoch!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) runAfter!: Date;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}

/** Binds a sealed address to its job, so that it opens in no other. */
export const sourceContext = (jobId: string): string => `image_job:${jobId}:source`;
