import { Link } from 'react-router-dom';
import { paths } from '@/config/paths.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';

export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        d="M11 3.6h8.1a1.3 1.3 0 0 1 1.3 1.3v14.2a1.3 1.3 0 0 1-1.3 1.3H11"
        stroke="currentColor"
        strokeWidth="2"
      />
      <path
        d="M11 1.9v9.2H3.4V6a1 1 0 0 1 .6-.92zM3.4 12.9H11v9.2l-7-3.18a1 1 0 0 1-.6-.92z"
        fill="var(--primary)"
      />
    </svg>
  );
}

/** Auth's style sheet of a brand replaces the mark of `.home-link` by its logo (services/auth/src/brand). */
export function HomeLink({ size }: { size?: number }) {
  return (
    <Link
      to={paths.landing}
      className="home-link inline-flex items-center gap-2 font-[620] text-lg tracking-[-0.02em] text-foreground rounded-sm"
    >
      <LogoMark size={size} />
      <span>{t(commonMessages).product}</span>
    </Link>
  );
}
