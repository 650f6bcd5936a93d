import { z } from 'zod';
import { instant, NO_NUL, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { LANGUAGES } from '../../language.js';

/** Legal pages, in the order of their links. Served at `/legal/{page}` once published. */
export const LEGAL_PAGES = ['terms', 'privacy', 'refunds', 'imprint'] as const;
export const legalPageName = z.enum(LEGAL_PAGES, RULES.LEGAL_PAGE_UNKNOWN);
export type LegalPageName = z.infer<typeof legalPageName>;

export const legalLanguage = z.enum(LANGUAGES);

/** Days between the publication of terms that ask for acceptance and their start for API keys. */
export const LEGAL_NOTICE_DAYS = 30;

const text = z
  .string(RULES.LEGAL_TEXT)
  .trim()
  .min(1, RULES.LEGAL_TEXT)
  .max(40_000, RULES.LEGAL_TEXT)
  .regex(NO_NUL, UNREADABLE);
const change = z
  .string(RULES.LEGAL_CHANGE)
  .trim()
  .max(1_000, RULES.LEGAL_CHANGE)
  .regex(NO_NUL, UNREADABLE);

/**
 * PUT /admin/legal/{page}/draft and POST /admin/legal/{page}/publish, which publishes exactly this text. Texts are
 * Markdown without HTML and images.
 */
export const legalDraft = z.object(
  {
    text_en: text,
    text_id: text,
    /** Plain-text summary for customers who are asked to accept; may be empty. */
    change_en: change,
    change_id: change,
    /** Whether customers have to accept this version. Only terms can ask. */
    asks_acceptance: z.boolean(RULES.LEGAL_ASKS),
  },
  UNREADABLE,
);
export type LegalDraft = z.infer<typeof legalDraft>;

/** GET /legal-pages: published pages, in the order of LEGAL_PAGES. */
export const publishedLegalPage = z.object({
  page: legalPageName,
  version: z.number().int(),
  published_at: instant,
});
export type PublishedLegalPage = z.infer<typeof publishedLegalPage>;

/** GET /legal-pages/{page}: current version as sanitized HTML. */
export const legalPageContent = publishedLegalPage.extend({ html: z.string() });

/** POST /user/terms/accept. */
export const acceptTermsRequest = z.object(
  {
    version: z
      .number(RULES.LEGAL_VERSION)
      .int(RULES.LEGAL_VERSION)
      .min(1, RULES.LEGAL_VERSION)
      .max(1_000_000, RULES.LEGAL_VERSION),
  },
  UNREADABLE,
);
export type AcceptTermsRequest = z.infer<typeof acceptTermsRequest>;

/** Terms that the customer has not accepted yet. */
export const termsToAccept = z.object({
  version: z.number().int(),
  change_en: z.string(),
  change_id: z.string(),
});

const legalVersion = legalDraft.extend({ version: z.number().int(), published_at: instant });

/** GET /admin/legal/{page}. */
export const legalPageForAdmin = z.object({
  page: legalPageName,
  draft: legalDraft.nullable(),
  /** Published versions, newest first, at most 50. */
  versions: z.array(legalVersion),
  template_en: z.string(),
  template_id: z.string(),
});
export type LegalPageForAdmin = z.infer<typeof legalPageForAdmin>;

/** POST /admin/legal-preview */
export const legalPreviewRequest = z.object({ text }, UNREADABLE);
export type LegalPreviewRequest = z.infer<typeof legalPreviewRequest>;
