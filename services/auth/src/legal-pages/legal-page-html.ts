import { createHash } from 'node:crypto';
import { LANGUAGES, type Language } from '@casement/proto/language.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import type { BrandForPages } from '@casement/proto/http/auth/brand.js';
import { LEGAL_PAGE_TITLES } from '@casement/proto/texts/legal.js';
import type { LegalPageName } from '@casement/proto/http/auth/legal.js';
import { textIn } from './legal-pages.mapper.js';
import type { LegalVersion } from './legal-pages.service.js';
import { renderMarkdown } from './markdown.js';

const TEXTS = {
  en: {
    version: (version: number, day: string) => `Version ${version}, published on ${day}`,
    missing: 'This page does not exist',
    missingHelp: 'It may have moved, or it has not been published yet.',
    others: 'Legal information',
    languages: 'Language',
  },
  id: {
    version: (version: number, day: string) => `Versi ${version}, terbit ${day}`,
    missing: 'Halaman ini tidak ada',
    missingHelp: 'Mungkin sudah dipindahkan atau belum diterbitkan.',
    others: 'Informasi legal',
    languages: 'Bahasa',
  },
} satisfies Record<Language, object>;

const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', id: 'Bahasa Indonesia' };

const day = (language: Language, at: Date): string =>
  new Intl.DateTimeFormat(language === 'id' ? 'id-ID' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Asia/Jakarta',
  }).format(at);

/** Colours as in the SPA's styles/tokens.css. */
const STYLE = `
:root { color-scheme: light dark; --bg: #f4f8f8; --card: #fff; --text: #122125; --quiet: #505f63; --line: #dae1e2; --link: #045b61; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #0b1315; --card: #111b1d; --text: #e9eff0; --quiet: #9ba9ab; --line: #243033; --link: #81d9d7; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.6 "Hanken Grotesk", system-ui, -apple-system, "Segoe UI", sans-serif; }
.bar, main, footer { max-width: 760px; margin: 0 auto; padding: 0 16px; }
.bar { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; min-height: 64px; padding-block: 12px; }
.bar nav { margin-left: auto; font-size: 14px; }
.home { display: inline-flex; gap: 8px; align-items: center; color: inherit; font-size: 18px; font-weight: 620; text-decoration: none; }
main { padding: 24px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
@media (min-width: 640px) { main { padding: 32px 40px; } }
@media (max-width: 791px) { main { margin: 0 16px; } }
h1, h2, h3 { line-height: 1.3; font-weight: 600; text-wrap: balance; }
h1 { margin: 0 0 4px; font-size: 28px; letter-spacing: -0.02em; }
h2 { margin: 32px 0 8px; font-size: 20px; }
h3 { margin: 24px 0 8px; font-size: 16px; }
a { color: var(--link); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.quiet, footer { color: var(--quiet); font-size: 14px; }
.version { margin: 0 0 24px; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 8px 12px 8px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
footer { display: flex; flex-wrap: wrap; gap: 8px 20px; padding: 24px 16px 40px; }
nav ul { display: flex; flex-wrap: wrap; gap: 8px 16px; margin: 0; padding: 0; list-style: none; }
[aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
`;

/** The page has no scripts, fonts or forms and no images but the logo; its one style is allowed by hash. */
const policyOf = (style: string): string => {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
};

const styleOf = ({ page: { primary }, css }: BrandForPages): string =>
  primary
    ? `${STYLE}:root { --link: ${primary.light}; }
@media (prefers-color-scheme: dark) { :root { --link: ${primary.dark}; } }
${css}`
    : `${STYLE}${css}`;

const LOGO = `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" aria-hidden="true"><path d="M11 3.6h8.1a1.3 1.3 0 0 1 1.3 1.3v14.2a1.3 1.3 0 0 1-1.3 1.3H11" stroke="currentColor" stroke-width="2"/><path d="M11 1.9v9.2H3.4V6a1 1 0 0 1 .6-.92zM3.4 12.9H11v9.2l-7-3.18a1 1 0 0 1-.6-.92z" fill="var(--link)"/></svg>`;

interface PageParts {
  /** `null` for the 404 page. */
  current: LegalVersion | null;
  brand: BrandForPages;
  /** All published pages. */
  others: readonly LegalPageName[];
  language: Language;
}

/** Returns the HTML document of a legal page, or of the 404 page, and its Content-Security-Policy. */
export function legalPageHtml({ current, others, language, brand }: PageParts) {
  const m = TEXTS[language];
  const titles = LEGAL_PAGE_TITLES[language];
  const title = current ? titles[current.page] : m.missing;
  const body = current
    ? `<p class="quiet version">${escapeHtml(m.version(current.version, day(language, current.publishedAt!)))}</p>
${renderMarkdown(textIn(current, language)).replace(/<table>[^]*?<\/table>/g, '<div class="wide">$&</div>')}`
    : `<p>${m.missingHelp}</p>`;
  const links = others.map(
    (page) =>
      `<li><a href="/legal/${page}?lang=${language}"${page === current?.page ? ' aria-current="page"' : ''}>${titles[page]}</a></li>`,
  );
  const languages = LANGUAGES.map(
    (code) =>
      `<li><a href="?lang=${code}" lang="${code}" hreflang="${code}"${code === language ? ' aria-current="true"' : ''}>${LANGUAGE_NAMES[code]}</a></li>`,
  );
  const footer = [
    ...links,
    ...brand.page.footerLinks.map(
      ({ label, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></li>`,
    ),
  ];
  const name = escapeHtml(brand.page.name);
  const style = styleOf(brand);
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${name}</title>
<style>${style}</style>
</head>
<body>
<header class="bar"><a class="home home-link" href="/">${LOGO}<span>${name}</span></a>
<nav aria-label="${m.languages}"><ul>${languages.join('')}</ul></nav></header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>${footer.length > 0 ? `<nav aria-label="${m.others}"><ul>${footer.join('')}</ul></nav>` : ''}</footer>
</body>
</html>
`;
  return { html, policy: policyOf(style) };
}
