import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApiKeyScope } from '@casement/proto/http/api-keys.js';

/** A program's wish for an API key, from when it was asked for until the key was fetched. */
@Entity('device_login')
export class DeviceLoginEntity {
  @PrimaryColumn('uuid') id!: string;
  /** SHA-256: 256 random bits. */
  @Column('bytea') deviceCodeHash!: Buffer;
  /** Keyed: there are few enough of them to be tried. */
  @Column('bytea') userCodeHash!: Buffer;
  @Column('text') name!: string;
  @Column('text', { array: true }) scopes!: ApiKeyScope[];
  @Column('text', { array: true }) networks!: string[];
  @Column('integer', { nullable: true }) expiresInDays!: number | null;
  /** Where it was asked for from. */
  @Column('text') address!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
  /** How long the program has to wait between two questions. */
  @Column('integer') intervalSeconds!: number;
  @Column('timestamptz', { nullable: true }) lastAskedAt!: Date | null;
  @Column('uuid', { nullable: true }) approvedBy!: string | null;
  /** Of the user when it was confirmed: a changed credential voids it. */
  @Column('integer', { nullable: true }) approvedEpoch!: number | null;
  @Column('timestamptz', { nullable: true }) deniedAt!: Date | null;
}
