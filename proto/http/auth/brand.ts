import { z } from 'zod';
import { NO_CONTROL_CHARACTERS, NO_NUL, UNREADABLE } from '../envelope.js';
import { RULES } from '../rules.js';
import { BRAND_IMAGES, LANDING_TEXTS, MAX_FOOTER_LINKS, MAX_LANDING_TEXT } from './brand-limits.js';
import { isReadableAccent } from './brand-theme.js';

/** Line of plain text without control characters, which mail headers do not allow. */
const line = (max: number, rule: string) =>
  z.string(rule).trim().min(1, rule).max(max, rule).regex(NO_CONTROL_CHARACTERS, rule);
const httpsUrl = (rule: string) =>
  z
    .string(rule)
    .trim()
    .max(500, rule)
    .regex(NO_CONTROL_CHARACTERS, rule)
    .refine((url) => URL.canParse(url) && new URL(url).protocol === 'https:', rule);

const landingTexts = z.partialRecord(
  z.enum(LANDING_TEXTS, UNREADABLE),
  z
    .string(RULES.BRAND_TEXT)
    .trim()
    .min(1, RULES.BRAND_TEXT)
    .max(MAX_LANDING_TEXT, RULES.BRAND_TEXT)
    .regex(NO_NUL, UNREADABLE),
);

/** Identifies a stored image: SHA-256 of its PNG file, in hex. */
const imageHash = z.string(RULES.BRAND_IMAGE).regex(/^[0-9a-f]{64}$/, RULES.BRAND_IMAGE);

/** GET and PUT /admin/brand. `null` means Casement's own, or the setting of the environment. */
export const brandSettings = z.object(
  {
    name: line(40, RULES.BRAND_NAME),
    /** `#rrggbb`; the primary colour of the light theme, from which the others are derived. */
    accent: z
      .string(RULES.BRAND_ACCENT)
      .regex(/^#[0-9a-f]{6}$/, RULES.BRAND_ACCENT)
      .refine(isReadableAccent, RULES.BRAND_ACCENT_CONTRAST)
      .nullable(),
    logo_light: imageHash.nullable(),
    logo_dark: imageHash.nullable(),
    favicon: imageHash.nullable(),
    support_email: z
      .email(RULES.BRAND_SUPPORT_EMAIL)
      .max(254, RULES.BRAND_SUPPORT_EMAIL)
      .nullable(),
    support_chat_url: httpsUrl(RULES.BRAND_SUPPORT_CHAT).nullable(),
    mail_sender_name: line(60, RULES.BRAND_SENDER).nullable(),
    footer_links: z
      .array(
        z.object(
          { label: line(40, RULES.BRAND_LINK_LABEL), url: httpsUrl(RULES.BRAND_LINK_URL) },
          UNREADABLE,
        ),
        UNREADABLE,
      )
      .max(MAX_FOOTER_LINKS, RULES.BRAND_LINKS),
    landing_texts: z.object({ en: landingTexts, id: landingTexts }, UNREADABLE),
  },
  UNREADABLE,
);
export type BrandSettings = z.infer<typeof brandSettings>;

/** POST /admin/brand/images: a PNG file within BRAND_IMAGE_SIZE, in base64. */
export const brandImageUpload = z.object(
  {
    kind: z.enum(BRAND_IMAGES, RULES.BRAND_IMAGE),
    png: z
      .string(RULES.BRAND_IMAGE)
      .max(95_000, RULES.BRAND_IMAGE)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, RULES.BRAND_IMAGE),
  },
  UNREADABLE,
);
export type BrandImageUpload = z.infer<typeof brandImageUpload>;

/** Image as stored, served at `/brand/{hash}.png`. */
export const storedBrandImage = z.object({ hash: imageHash });

/** Brand as the page shows it. The web server writes it into the page, so that no request precedes the first paint. */
const publicBrand = z.object({
  name: z.string(),
  footerLinks: brandSettings.shape.footer_links,
  landingTexts: brandSettings.shape.landing_texts,
  /** Colour of the API reference; `null` for Casement's own. */
  primary: z.object({ light: z.string(), dark: z.string() }).nullable(),
});
export type PublicBrand = z.infer<typeof publicBrand>;

/** GET /internal/brand, for the web server. */
export const brandForPages = z.object({
  /** Grows with each change; 0 for Casement. */
  version: z.number().int(),
  page: publicBrand,
  /** Style sheet with the colours and the logo. */
  css: z.string(),
  /** Path of the PNG file. */
  favicon: z.string().nullable(),
  supportEmail: z.string().nullable(),
  supportChatUrl: z.string().nullable(),
});
export type BrandForPages = z.infer<typeof brandForPages>;
