import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/**
 * Link between a user and a Telegram account. Both sides are unique: a new link replaces the earlier ones of either
 * side.
 */
@Entity('telegram_link')
export class LinkEntity {
  @PrimaryColumn('uuid') userId!: string;
  /** Text because it may exceed JavaScript's safe integers. */
  @Column('bigint', { unique: true }) telegramUserId!: string;
  /** Username without the @; `null` if the account has no username. */
  @Column('text', { nullable: true }) username!: string | null;
  @Column('text') displayName!: string;
  @Column('boolean', { default: true }) notificationsEnabled!: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
