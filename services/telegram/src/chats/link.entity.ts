import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A user's Telegram account. One each way: a second link of either moves it. */
@Entity('telegram_link')
export class LinkEntity {
  @PrimaryColumn('uuid') userId!: string;
  /** Exceeds 32 bits, and may exceed JavaScript's safe integers: text here, bigint in the database. */
  @Column('bigint', { unique: true }) telegramUserId!: string;
  /** Without the @; null where the account has none. */
  @Column('text', { nullable: true }) username!: string | null;
  @Column('text') displayName!: string;
  @Column('boolean', { default: true }) notificationsEnabled!: boolean;
  @CreateDateColumn({ type: 'timestamptz' }) createdAt!: Date;
}
