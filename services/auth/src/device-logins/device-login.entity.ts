import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';

/** Pending request of a program for an API key. Removed once the key is fetched. */
@Entity('device_login')
export class DeviceLoginEntity {
  @PrimaryColumn('uuid') id!: string;
  /** SHA-256 of the device code, which has 256 random bits. */
  @Column('bytea') deviceCodeHash!: Buffer;
  /** Keyed hash, because user codes are short enough to be found by brute force. */
  @Column('bytea') userCodeHash!: Buffer;
  @Column('text') name!: string;
  @Column('text', { array: true }) scopes!: ApiKeyScope[];
  @Column('text', { array: true }) networks!: string[];
  @Column('integer', { nullable: true }) expiresInDays!: number | null;
  /** Client address of the requesting program. */
  @Column('text') address!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
  /** Minimum time between two polls of the program. */
  @Column('integer') intervalSeconds!: number;
  @Column('timestamptz', { nullable: true }) lastAskedAt!: Date | null;
  @Column('uuid', { nullable: true }) approvedBy!: string | null;
  /** Epoch of the user at the time of approval. A changed credential voids the approval. */
  @Column('integer', { nullable: true }) approvedEpoch!: number | null;
  @Column('timestamptz', { nullable: true }) deniedAt!: Date | null;
}
