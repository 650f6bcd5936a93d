import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NoticeEvent } from '@casement/proto/http/telegram.js';

/** What a user has chosen for one event; without a row the event's own defaults hold. */
@Entity('notice_setting')
export class SettingEntity {
  @PrimaryColumn('uuid') userId!: string;
  @PrimaryColumn('text') event!: NoticeEvent;
  @Column('boolean') telegram!: boolean;
  @Column('boolean') email!: boolean;
}
