import { useState } from 'react';
import { Button } from '@/components/ui/button.js';
import { lazyDialog } from '@/components/ui/dialog/lazy-dialog.js';
import { useSession } from '@/lib/session/session.js';
import { t } from '@/messages/i18n.js';
import { accountMenuMessages } from '@/messages/account/account-menu.js';

const AccountMenu = lazyDialog(() => import('./account-menu.js'));

/** Avatar that opens the account menu. */
export function AccountButton() {
  const username = useSession().user?.username ?? '';
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        icon
        aria-label={t(accountMenuMessages).open(username)}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={username}
        onPointerEnter={AccountMenu.preload}
        onFocus={AccountMenu.preload}
        onClick={() => setOpen(true)}
      >
        <span
          className="grid place-items-center size-8 rounded-full bg-accent text-accent-foreground text-xs font-[620]"
          aria-hidden
        >
          {username.slice(0, 2).toUpperCase()}
        </span>
      </Button>
      {open && <AccountMenu onClose={() => setOpen(false)} />}
    </>
  );
}
