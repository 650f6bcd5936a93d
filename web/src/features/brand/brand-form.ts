import { LANDING_TEXTS, type LandingText } from '@casement/proto/http/auth/brand-limits.js';
import type { BrandSettings } from '@casement/proto/http/auth/brand.js';
import { get, set } from 'react-hook-form';

/** Landing texts by their path, of which each part is a group of the form. */
interface TextGroups {
  [part: string]: string | TextGroups;
}

/** Settings as typed: '' stands for the default. */
export interface BrandValues extends Pick<
  BrandSettings,
  'name' | 'logo_light' | 'logo_dark' | 'favicon' | 'footer_links'
> {
  accent: string;
  support_email: string;
  support_chat_url: string;
  mail_sender_name: string;
  landing_texts: { en: TextGroups; id: TextGroups };
}

export const valuesOf = (settings: BrandSettings): BrandValues => ({
  ...settings,
  accent: settings.accent ?? '',
  support_email: settings.support_email ?? '',
  support_chat_url: settings.support_chat_url ?? '',
  mail_sender_name: settings.mail_sender_name ?? '',
  landing_texts: {
    en: groupsOf(settings.landing_texts.en),
    id: groupsOf(settings.landing_texts.id),
  },
});

export const settingsOf = (values: BrandValues): BrandSettings => ({
  ...values,
  accent: values.accent.trim().toLowerCase() || null,
  support_email: values.support_email.trim() || null,
  support_chat_url: values.support_chat_url.trim() || null,
  mail_sender_name: values.mail_sender_name.trim() || null,
  landing_texts: {
    en: textsOf(values.landing_texts.en),
    id: textsOf(values.landing_texts.id),
  },
});

type Texts = BrandSettings['landing_texts']['en'];

function groupsOf(texts: Texts): TextGroups {
  const groups: TextGroups = {};
  for (const path of LANDING_TEXTS) set(groups, path, texts[path] ?? '');
  return groups;
}

const textsOf = (groups: TextGroups): Texts =>
  Object.fromEntries(
    LANDING_TEXTS.map((path): [LandingText, string] => [
      path,
      String(get(groups, path)).trim(),
    ]).filter(([, text]) => text !== ''),
  );
