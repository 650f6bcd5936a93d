import { WORDMARK_RATIO } from '@casement/proto/http/auth/brand-limits.js';
import { brandTheme, isReadableAccent } from '@casement/proto/http/auth/brand-theme.js';
import { DEFAULT_PRODUCT_NAME } from '@casement/proto/texts/product-name.js';
import { useState } from 'react';
import { LogoMark } from '@/components/layout/logo.js';
import { currentLanguage, t } from '@/messages/i18n.js';
import { brandMessages } from '@/messages/admin/operations/brand.js';
import { landingMessages } from '@/messages/landing.js';
import { DEFAULT_ACCENT, HEX_COLOR } from './accent-field.js';
import { settingsOf, type BrandValues } from './brand-form.js';

/** Neutral colours of both themes, because the page can show only one of them. */
const NEUTRALS = {
  light: { background: '#f4f8f8', foreground: '#122125', border: '#dae1e2', muted: '#505f63' },
  dark: { background: '#0b1315', foreground: '#e9eff0', border: '#243033', muted: '#9ba9ab' },
};

/** Header, landing page and footer as they will look, in both themes. */
export function BrandPreview({ values }: { values: BrandValues }) {
  const m = t(brandMessages);
  return (
    <section aria-label={m.preview} className="grid gap-4 self-start xl:sticky xl:top-20">
      <h2 className="text-base">{m.preview}</h2>
      {(['light', 'dark'] as const).map((theme) => (
        <Theme key={theme} theme={theme} values={values} />
      ))}
    </section>
  );
}

function Theme({ theme, values }: { theme: 'light' | 'dark'; values: BrandValues }) {
  const m = t(brandMessages);
  const texts = settingsOf(values).landing_texts[currentLanguage()];
  const landing = t(landingMessages);
  const accent = values.accent.trim().toLowerCase();
  const isUsable = HEX_COLOR.test(accent) && isReadableAccent(accent);
  const colors = brandTheme(isUsable ? accent : DEFAULT_ACCENT)[theme];
  const neutrals = NEUTRALS[theme];
  const { name, footer_links, logo_light, logo_dark } = values;
  const light = logo_light ?? logo_dark;
  const logo = theme === 'dark' ? (logo_dark ?? light) : light;
  return (
    <div
      role="group"
      aria-label={m.themes[theme]}
      className="rounded-lg border overflow-hidden"
      style={{
        background: neutrals.background,
        color: neutrals.foreground,
        borderColor: neutrals.border,
        ['--primary' as string]: colors.primary,
      }}
    >
      <div
        className="flex items-center h-12 px-4"
        style={{ borderBottom: `1px solid ${neutrals.border}` }}
      >
        <Logo key={logo} logo={logo} name={name.trim() || DEFAULT_PRODUCT_NAME} />
      </div>
      <div className="p-4 grid gap-3 justify-items-start">
        <span
          className="badge"
          style={{
            background: colors['active-soft'],
            color: colors['active'] ?? colors.primary,
            borderColor: colors['active-line'],
          }}
        >
          {texts.badge ?? landing.badge}
        </span>
        <p className="text-xl font-[620] text-balance wrap-anywhere">
          {texts.headline ?? landing.headline}
        </p>
        <p className="text-sm wrap-anywhere" style={{ color: neutrals.muted }}>
          {texts.note ?? landing.note}
        </p>
        <span
          className="btn"
          style={{ background: colors.primary, color: colors['primary-foreground'] }}
        >
          {texts.getStarted ?? landing.getStarted}
        </span>
      </div>
      <div
        className="flex flex-wrap gap-x-4 px-4 py-2 text-sm"
        style={{ borderTop: `1px solid ${neutrals.border}`, color: neutrals.muted }}
      >
        {footer_links.map(({ label, url }, index) => (
          <span key={`${index}-${url}`} className="underline">
            {label}
          </span>
        ))}
        <span>{`© ${new Date().getFullYear()} ${name.trim() || DEFAULT_PRODUCT_NAME}`}</span>
      </div>
    </div>
  );
}

/** The ratio of the logo is known once it has loaded. */
function Logo({ logo, name }: { logo: string | null; name: string }) {
  const [isWordmark, setWordmark] = useState(false);
  return (
    <span className="inline-flex items-center gap-2 font-[620] text-lg tracking-[-0.02em] min-w-0">
      {logo ? (
        <img
          className="h-7 w-auto"
          src={`/brand/${logo}.png`}
          alt=""
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setWordmark(naturalWidth / naturalHeight >= WORDMARK_RATIO)
          }
        />
      ) : (
        <LogoMark />
      )}
      {!isWordmark && <span className="truncate">{name}</span>}
    </span>
  );
}
