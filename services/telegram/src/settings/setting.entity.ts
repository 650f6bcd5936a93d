import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NoticeEvent } from '@casement/proto/http/telegram/telegram.js';

/** Channels that a user has chosen for an event. Without a row the event's defaults apply. */
@Entity('notice_setting')
export class SettingEntity {
  @PrimaryColumn('uuid') userId!: string;
  @PrimaryColumn('text') event!: NoticeEvent;
  @Column('boolean') telegram!: boolean;
  @Column('boolean') email!: boolean;
  /** False in rows that were stored before `quota_low` was opt-in. */
  @Column('boolean') optIn!: boolean;
}
