import { MailWarning } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../config/paths.js';
import { say } from '../../../lib/messages.js';
import { dashboardTexts } from '../../../messages/dashboard.js';

/** Verification gates nothing; this reminds. */
export function EmailBanner() {
  const m = say(dashboardTexts);
  return (
    <div className="note t-warning mb-5 items-center">
      <MailWarning className="ic" />
      <p className="flex-1">
        <b className="font-[580]">{m.emailNotVerified}.</b> {m.emailBanner}
      </p>
      <Link
        to={paths.verifyEmail}
        className="font-[580] underline underline-offset-4 whitespace-nowrap rounded-sm"
      >
        {m.verifyNow}
      </Link>
    </div>
  );
}
