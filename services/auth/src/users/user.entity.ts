import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Language } from '@casement/proto/language.js';

/** User account. The table is not called `user` because that is a reserved word in PostgreSQL. */
@Entity('user_account')
export class UserEntity {
  @PrimaryColumn('uuid') id!: string;
  /** Unique, ignoring case. */
  @Column('text') username!: string;
  /**
   * Unique, ignoring case, once verified; before that, several accounts may share an address. `null` for legacy users
   * without an address and for users whose address another account has verified.
   */
  @Column('text', { nullable: true }) email!: string | null;
  /** Time when an address was added or lost after the account was created; `null` if it never changed. */
  @Column('timestamptz', { nullable: true }) emailChangedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) emailVerifiedAt!: Date | null;
  @Column('text') passwordHash!: string;
  @Column('boolean') admin!: boolean;
  /** Access tokens with a smaller epoch are refused. */
  @Column('integer') epoch!: number;
  @Column('timestamptz', { nullable: true }) epochRaisedAt!: Date | null;
  @Column('text', { nullable: true }) firstName!: string | null;
  @Column('text', { nullable: true }) avatarUrl!: string | null;
  /** Language of the user's mails. Until the user chooses one, it follows the browser of each sign-in. */
  @Column('text') language!: Language;
  @Column('boolean') languageChosen!: boolean;
  /** IANA name. */
  @Column('text') timeZone!: string;
  /** Set while the account is being deleted: sign-ins and tokens are refused (SPEC §7). */
  @Column('timestamptz', { nullable: true }) deletingSince!: Date | null;
  /** Set while an administrator keeps the user out: sign-ins and API keys are refused. Running installs finish. */
  @Column('timestamptz', { nullable: true }) suspendedAt!: Date | null;
  @Column('text', { nullable: true }) suspendedReason!: string | null;
  /** Note of the administrators, never shown to the user. */
  @Column('text', { nullable: true }) adminNote!: string | null;
  /** Time of the import from the previous product; null for accounts registered here. */
  @Column('timestamptz', { nullable: true }) importedAt!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
