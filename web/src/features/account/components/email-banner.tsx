import { MailWarning } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '@/config/paths.js';
import { t } from '@/messages/i18n.js';
import { dashboardMessages } from '@/messages/dashboard.js';

/**
 * Reminder only; verification is not required for any feature. Users without an address are asked to add one by
 * `onAddEmail` (SPEC §2).
 */
export function EmailBanner({ onAddEmail }: { onAddEmail?: () => void }) {
  const m = t(dashboardMessages);
  const look = 'font-[580] underline underline-offset-4 whitespace-nowrap rounded-sm';
  return (
    <div className="note t-warning mb-5 items-center">
      <MailWarning className="ic" />
      <p className="flex-1">
        <b className="font-[580]">{m.emailNotVerified}.</b> {m.emailBanner}
      </p>
      {onAddEmail ? (
        <button type="button" className={look} aria-haspopup="dialog" onClick={onAddEmail}>
          {m.verifyNow}
        </button>
      ) : (
        <Link to={paths.verifyEmail} className={look}>
          {m.verifyNow}
        </Link>
      )}
    </div>
  );
}
