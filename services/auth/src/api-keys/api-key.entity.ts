import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';

/** Key that a program calls with on behalf of its user. Only its hash is stored (hashApiKey). */
@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  @Column('text') name!: string;
  /** SHA-256 of the key. */
  @Column('bytea') keyHash!: Buffer;
  /** Its last four characters. */
  @Column('text') ending!: string;
  @Column('text', { array: true }) scopes!: ApiKeyScope[];
  /** Addresses and CIDRs; empty allows any. */
  @Column('text', { array: true }) networks!: string[];
  @Column('timestamptz') createdAt!: Date;
  /** Null if it does not expire. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  /** Rounded to the minute. */
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('text', { nullable: true }) lastUsedAddress!: string | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
