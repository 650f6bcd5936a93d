import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApiKeyScope } from '@casement/proto/http/api-keys.js';

/** What a program calls with for its user. The key itself is nowhere: see hashApiKey. */
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
  /** Addresses and CIDRs; empty: any. */
  @Column('text', { array: true }) networks!: string[];
  @Column('timestamptz') createdAt!: Date;
  /** Null: it does not end. */
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  /** Exact to a minute. */
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
  @Column('text', { nullable: true }) lastUsedAddress!: string | null;
  @Column('timestamptz', { nullable: true }) revokedAt!: Date | null;
}
