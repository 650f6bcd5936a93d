/** Landing texts that can be replaced: paths in the SPA's messages of the landing page. */
export const LANDING_TEXTS = [
  'badge',
  'headline',
  'note',
  'getStarted',
  'learnMore',
  'vmTypeValue',
  'requirementsValue',
  'providersValue',
  'providersNote',
  'about.lead',
  'about.projectBody',
  'about.vmTypeBody',
  'about.requirement1',
  'about.requirement2',
  'about.requirement3',
  'about.requirementNote',
  'about.providerMore',
] as const;
export type LandingText = (typeof LANDING_TEXTS)[number];

export const MAX_LANDING_TEXT = 400;
export const MAX_FOOTER_LINKS = 5;

export const BRAND_IMAGES = ['logo_light', 'logo_dark', 'favicon'] as const;
export type BrandImage = (typeof BRAND_IMAGES)[number];

/** Largest stored size in pixels; twice the displayed size, for high-density screens. */
export const BRAND_IMAGE_SIZE = {
  logo_light: { width: 480, height: 96 },
  logo_dark: { width: 480, height: 96 },
  favicon: { width: 96, height: 96 },
} as const satisfies Record<BrandImage, { width: number; height: number }>;

/** Logos with at least this ratio of width to height contain the name, so that it is not repeated next to them. */
export const WORDMARK_RATIO = 2;

/** Bytes of a stored image. An event contains the logo in base64, and events are limited to 200 kB. */
export const MAX_BRAND_IMAGE_BYTES = 64_000;
