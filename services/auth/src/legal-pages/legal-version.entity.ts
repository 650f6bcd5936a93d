import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LegalPageName } from '@casement/proto/http/auth/legal.js';

/** Version of a legal page. Published versions never change. */
@Entity('legal_version')
export class LegalVersionEntity {
  @PrimaryColumn('text') page!: LegalPageName;
  @PrimaryColumn('integer') version!: number;
  @Column('text') textEn!: string;
  @Column('text') textId!: string;
  @Column('text') changeEn!: string;
  @Column('text') changeId!: string;
  @Column('boolean') asksAcceptance!: boolean;
  /** `null` for the draft, of which a page has at most one. */
  @Column('timestamptz', { nullable: true }) publishedAt!: Date | null;
  /** Last owner of API keys who was mailed about these terms; `null` if no mails are due. */
  @Column('uuid', { nullable: true }) mailedUpTo!: string | null;
}
