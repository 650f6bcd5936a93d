import type { BrandForPages, BrandSettings } from '@casement/proto/http/auth/brand.js';
import { WORDMARK_RATIO } from '@casement/proto/http/auth/brand-limits.js';
import { brandTheme, themeCss } from '@casement/proto/http/auth/brand-theme.js';
import type { BrandImageEntity } from './brand-image.entity.js';
import type { BrandEntity } from './brand.entity.js';

/** Height of the logo in headers, in CSS pixels. */
const LOGO_HEIGHT = 28;

const imagePath = (hash: string): string => `/brand/${hash}.png`;

export const toBrandSettings = (brand: BrandEntity): BrandSettings => ({
  name: brand.name,
  accent: brand.accent,
  logo_light: brand.logoLight,
  logo_dark: brand.logoDark,
  favicon: brand.favicon,
  support_email: brand.supportEmail,
  support_chat_url: brand.supportChatUrl,
  mail_sender_name: brand.mailSenderName,
  footer_links: brand.footerLinks,
  landing_texts: brand.landingTexts,
});

export const toBrand = (settings: BrandSettings): Omit<BrandEntity, 'onlyRow' | 'version'> => ({
  name: settings.name,
  accent: settings.accent,
  logoLight: settings.logo_light,
  logoDark: settings.logo_dark,
  favicon: settings.favicon,
  supportEmail: settings.support_email,
  supportChatUrl: settings.support_chat_url,
  mailSenderName: settings.mail_sender_name,
  footerLinks: settings.footer_links,
  landingTexts: settings.landing_texts,
});

/** @param logo image of the light theme, whose size is used in both */
export function toBrandForPages(brand: BrandEntity, logo: BrandImageEntity | null): BrandForPages {
  const theme = brand.accent === null ? null : brandTheme(brand.accent);
  return {
    version: brand.version,
    page: {
      name: brand.name,
      footerLinks: brand.footerLinks,
      landingTexts: brand.landingTexts,
      primary: theme && { light: theme.light.primary, dark: theme.dark.primary },
    },
    css: `${theme ? themeCss(theme) : ''}${logo ? logoCss(brand, logo, byClass) : ''}`,
    favicon: brand.favicon && imagePath(brand.favicon),
    supportEmail: brand.supportEmail,
    supportChatUrl: brand.supportChatUrl,
  };
}

/** Applies a rule in the SPA's dark theme. */
const byClass = (rule: string): string => `.dark ${rule}`;

/** Applies a rule in the dark theme of pages without a theme switch. */
const byMedia = (rule: string): string => `@media (prefers-color-scheme: dark){${rule}}`;

/** Brand for the legal pages, which follow the theme of the browser and define their own colours. */
export const toBrandForLegalPages = (
  brand: BrandEntity,
  logo: BrandImageEntity | null,
): BrandForPages => ({
  ...toBrandForPages(brand, logo),
  css: logo ? logoCss(brand, logo, byMedia) : '',
});

/**
 * Shows the logo as a background, so that a browser fetches only the image of its theme.
 *
 * @param inDark limits a rule to the dark theme
 */
function logoCss(
  { logoDark, favicon }: BrandEntity,
  { hash, width, height }: BrandImageEntity,
  inDark: (rule: string) => string,
): string {
  const isWordmark = width / height >= WORDMARK_RATIO;
  const shown = Math.round((LOGO_HEIGHT * width) / height);
  const box = `content:"";width:${shown}px;height:${LOGO_HEIGHT}px;flex:none`;
  const image = (name: string) => `background:url(${imagePath(name)}) center/contain no-repeat`;
  return [
    '.home-link>svg,.home-mark>svg{display:none}',
    `.home-mark::before{content:"";display:block;width:22px;height:22px;${image(favicon ?? hash)}}`,
    `.home-link::before{${box};${image(hash)}}`,
    logoDark ? inDark(`.home-link::before{${image(logoDark)}}`) : '',
    // The name of a wordmark stays readable for screen readers.
    isWordmark ? '.home-link{position:relative}.home-link>span{position:absolute;opacity:0}' : '',
  ].join('');
}
