import { Plus, ShieldCheck } from 'lucide-react';
import { TopbarFrame } from '@/components/layout/topbar-frame.js';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { paths } from '@/config/paths.js';
import { AccountButton } from '@/features/account/components/account-button.js';
import { NotificationBell } from '@/features/notifications/notification-bell.js';
import { t } from '@/messages/i18n.js';
import { dashboardMessages } from '@/messages/dashboard.js';

export function Topbar({
  title,
  quota,
  admin,
  onMenu,
  onTopup,
}: {
  title: string;
  quota: string;
  /** Shows the link to the admin area. */
  admin: boolean;
  onMenu: () => void;
  onTopup: () => void;
}) {
  const m = t(dashboardMessages);
  return (
    <TopbarFrame
      title={title}
      onMenu={onMenu}
      bell={<NotificationBell />}
      account={<AccountButton />}
    >
      {admin && (
        <ButtonLink
          to={paths.admin}
          size="sm"
          className="max-lg:w-9 max-lg:px-0!"
          aria-label={m.adminArea}
          title={m.adminArea}
        >
          <ShieldCheck className="ic ic-sm" />
          <span className="max-lg:hidden">{m.adminArea}</span>
        </ButtonLink>
      )}
      <Button
        size="sm"
        className="lg:hidden! num"
        onClick={onTopup}
        aria-label={m.quotaTopup(quota)}
      >
        {m.quota(quota)} <Plus className="ic ic-sm" />
      </Button>
    </TopbarFrame>
  );
}
