import { LayoutGrid, LogOut, Search } from 'lucide-react';
import { useState } from 'react';
import { TopbarFrame } from '@/components/layout/topbar-frame.js';
import { Button, ButtonLink } from '@/components/ui/button.js';
import { paths } from '@/config/paths.js';
import { AccountButton } from '@/features/account/components/account-button.js';
import { NotificationBell } from '@/features/notifications/notification-bell.js';
import { t } from '@/messages/i18n.js';
import { logout } from '@/lib/session/session.js';
import { adminMessages } from '@/messages/admin/admin.js';

/** Header with User View and Sign Out (SPEC §2). Narrow screens show only the icons. */
export function AdminTopbar({
  title,
  onMenu,
  onGoTo,
  onGoToIntent,
}: {
  title: string;
  onMenu: () => void;
  onGoTo: () => void;
  /** Called when the Go to button is hovered or focused, to prefetch the palette. */
  onGoToIntent: () => void;
}) {
  const m = t(adminMessages);
  const [signingOut, setSigningOut] = useState(false);
  return (
    <TopbarFrame
      title={title}
      onMenu={onMenu}
      bell={<NotificationBell />}
      account={<AccountButton />}
    >
      <Button
        size="sm"
        className={NARROW}
        title={`${m.goTo} (${KEYS})`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={onGoToIntent}
        onFocus={onGoToIntent}
        onClick={onGoTo}
      >
        <Search className="ic ic-sm" />
        <span className="sr-only">{m.goTo}</span>
        <span className="max-lg:hidden" aria-hidden>
          {m.goTo} <span className="text-xs text-muted-foreground">{KEYS}</span>
        </span>
      </Button>
      <ButtonLink
        to={paths.dashboard}
        size="sm"
        className={NARROW}
        aria-label={m.userView}
        title={m.userView}
      >
        <LayoutGrid className="ic ic-sm" />
        <span className="max-lg:hidden">{m.userView}</span>
      </ButtonLink>
      <Button
        size="sm"
        className={NARROW}
        aria-label={m.signOut}
        title={m.signOut}
        disabled={signingOut}
        onClick={() => {
          setSigningOut(true);
          void logout();
        }}
      >
        <LogOut className="ic ic-sm" />
        <span className="max-lg:hidden">{m.signOut}</span>
      </Button>
    </TopbarFrame>
  );
}

const KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
const NARROW = 'max-lg:w-9 max-lg:px-0!';
