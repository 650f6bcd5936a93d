import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AnnouncementKind } from '@casement/proto/http/telegram/announcements.js';

@Entity('announcement')
export class AnnouncementEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') kind!: AnnouncementKind;
  @Column('text') textEn!: string;
  @Column('text') textId!: string;
  @Column('timestamptz') startsAt!: Date;
  @Column('timestamptz') endsAt!: Date;
}
