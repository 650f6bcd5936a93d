import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';

/** API key of a program that acts on behalf of a user. Only the hash is stored (hashApiKey). */
@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  @Column('text') name!: string;
  /** SHA-256 of the key. */
  @Column('bytea') keyHash!: Buffer;
  /** Last four characters of the key. */
  @Column('text') ending!: string;
  @Column('text', { array: true }) scopes!: ApiKeyScope[];
  /** Addresses and CIDRs; empty allows any. */
  @Column('text', { array: true }) networks!: string[];
  @Column('timestamptz') createdAt!: Date;
  /** `null` if the key never expires. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  /** Rounded to the minute. */
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('text', { nullable: true }) lastUsedAddress!: string | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
