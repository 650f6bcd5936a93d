import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  ImageFailure,
  ImageJobStatus,
  ImageJobStep,
} from '@casement/proto/http/install/windows/images.js';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';
import type { Firmware } from '@casement/windows-image/build/disk-layout.js';

export type ImageJobKind = 'import' | 'verify' | 'collect' | 'inspect' | 'build' | 'replicate';
/** `command` is an import that the command line tool performs itself. */
export type ImageSourceKind = 'file' | 'url' | 'command' | 'upload';

@Entity('image_job')
export class ImageJobEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: ImageJobKind;
  @Column('uuid', { nullable: true }) versionId!: string | null;
  @Column('text', { nullable: true }) sourceKind!: ImageSourceKind | null;
  /** Image to import, file to inspect, or ISO of a build. */
  @Column('uuid', { nullable: true }) uploadId!: string | null;
  @Column('uuid', { nullable: true }) driversUploadId!: string | null;
  /**
   * Set for builds: edition number on the ISO, recipe and disk size (`null`: chosen automatically), firmware (`null`:
   * UEFI).
   */
  @Column('int', { nullable: true }) edition!: number | null;
  @Column('text', { nullable: true }) recipe!: string | null;
  @Column('text', { nullable: true }) firmware!: Firmware | null;
  @Column('int', { nullable: true }) diskGib!: number | null;
  /** Target origin of a replication. */
  @Column('text', { nullable: true }) origin!: string | null;
  /** The last log lines of a build. */
  @Column('text', { array: true }) log!: string[];
  /** Display name. URLs have no query because it may hold a secret. */
  @Column('text', { nullable: true }) source!: string | null;
  /** Complete URL, sealed. Erased when the job ends. */
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
  /** Number of claims by workers that did not end the job. */
  @Column('int') attempts!: number;
  @Column('uuid', { nullable: true }) requestedBy!: string | null;
  @Column('text', { nullable: true }) leaseOwner!: string | null;
  /** Fencing token, incremented with each claim and with a cancellation. */
  @Column('bigint', { transformer: bigintNumber }) leaseEpoch!: number;
  @Column('timestamptz', { nullable: true }) leaseUntil!: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) runAfter!: Date;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
