import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Language } from '@casement/common/core/language/language.js';

/** An account. `user` is a reserved word in PostgreSQL, hence the table's name. */
@Entity('user_account')
export class UserEntity {
  @PrimaryColumn('uuid') id!: string;
  /** Unique regardless of case. */
  @Column('text') username!: string;
  /**
   * Unique regardless of case once it is verified; before, several accounts may have it. Null for legacy users who have not
   * added one yet, and where another account has verified the one that was there.
   */
  @Column('text', { nullable: true }) email!: string | null;
  /** When Add Email gave the account its address, or it lost one; null where it is as it came with the account. */
  @Column('timestamptz', { nullable: true }) emailChangedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) emailVerifiedAt!: Date | null;
  @Column('text') passwordHash!: string;
  @Column('boolean') admin!: boolean;
  /** Access tokens with a smaller number are refused. */
  @Column('integer') epoch!: number;
  @Column('timestamptz', { nullable: true }) epochRaisedAt!: Date | null;
  @Column('text', { nullable: true }) firstName!: string | null;
  @Column('text', { nullable: true }) avatarUrl!: string | null;
  /** Of the mails to its user: what their browser asked for last. */
  @Column('text') language!: Language;
  /** While set, the account is being deleted: no one signs in to it or calls with its tokens (SPEC §7). */
  @Column('timestamptz', { nullable: true }) deletingSince!: Date | null;
  /** When it came in from the product before this one; null for who registered here. */
  @Column('timestamptz', { nullable: true }) importedAt!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
