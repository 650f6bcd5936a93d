import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '@casement/common/data/database/bigint-number.js';

/** WebAuthn credential of an account. Stores the public key only. */
@Entity('passkey')
export class PasskeyEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') userId!: string;
  /** Base64url; unique over all accounts. */
  @Column('text') credentialId!: string;
  /** COSE key. */
  @Column('bytea') publicKey!: Buffer;
  /** Signature counter of the authenticator; stays 0 for synced passkeys. */
  @Column('bigint', { transformer: bigintNumber }) counter!: number;
  @Column('text', { array: true }) transports!: string[];
  /** Browser that added it, e.g. `Chrome on Windows`. */
  @Column('text') device!: string;
  /** Whether the passkey is copied to other devices of its owner. */
  @Column('boolean') synced!: boolean;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
}
