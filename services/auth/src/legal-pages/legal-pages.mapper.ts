import type { Language } from '@casement/proto/language.js';
import type { LegalDraft, PublishedLegalPage } from '@casement/proto/http/auth/legal.js';
import type { LegalTexts, PublishedPage } from './legal-pages.repository.js';

export const textIn = ({ textEn, textId }: LegalTexts, language: Language): string =>
  language === 'id' ? textId : textEn;

export const toPublishedPage = (page: PublishedPage): PublishedLegalPage => ({
  page: page.page,
  version: page.version,
  published_at: page.publishedAt.toISOString(),
});

export const toLegalDraft = (version: LegalTexts): LegalDraft => ({
  text_en: version.textEn,
  text_id: version.textId,
  change_en: version.changeEn,
  change_id: version.changeId,
  asks_acceptance: version.asksAcceptance,
});

export const toLegalTexts = (draft: LegalDraft): LegalTexts => ({
  textEn: draft.text_en,
  textId: draft.text_id,
  changeEn: draft.change_en,
  changeId: draft.change_id,
  asksAcceptance: draft.asks_acceptance,
});
