import { Globe, Languages, LogOut, Moon, Settings, Sun } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { returnFocus } from '@/components/ui/dialog/focus-return.js';
import { paths } from '@/config/paths.js';
import { DEFAULT_TIME_ZONE } from '@/lib/format/format.js';
import type { HistoryState } from '@/lib/navigation/history-state.js';
import { logout, useSession } from '@/lib/session/session.js';
import { useTheme } from '@/lib/theme.js';
import { toastFailure } from '@/lib/toast/toast-failure.js';
import { LANGUAGE_NAMES, t, useLanguage } from '@/messages/i18n.js';
import { chooseLanguage } from '@/messages/load-language.js';
import { accountMenuMessages } from '@/messages/account/account-menu.js';
import { commonMessages } from '@/messages/common.js';
import { useUpdateProfile } from '../api.js';

/** Menu under the avatar. It stays open after a change of language or theme. */
export default function AccountMenu({ onClose }: { onClose: () => void }) {
  const m = t(accountMenuMessages);
  const common = t(commonMessages);
  const { user } = useSession();
  const update = useUpdateProfile();
  const { theme, toggle } = useTheme();
  const other = useLanguage() === 'en' ? 'id' : 'en';
  const [signingOut, setSigningOut] = useState(false);
  const navigate = useNavigate();

  const goTo = (place: HistoryState) => {
    onClose();
    void navigate(paths.dashboard, { state: { place } });
  };

  const switchLanguage = async () => {
    try {
      await chooseLanguage(other);
      await update.mutateAsync({ language: other });
    } catch (error) {
      toastFailure(t(accountMenuMessages).languageFailed, error);
    }
  };

  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40" />
        <Dialog.Content
          className="bell-list"
          style={{ width: 272 }}
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
        >
          <header className="px-5 py-3 border-b min-w-0">
            <Dialog.Title className="text-base truncate">{user?.username}</Dialog.Title>
            <p className="text-xs text-muted-foreground truncate">{user?.email}</p>
          </header>
          <div className="p-2.5 flex flex-col gap-0.5">
            <button type="button" className="navlink" onClick={() => goTo({ section: 'settings' })}>
              <Settings className="ic" />
              {m.settings}
            </button>
            <button
              type="button"
              className="navlink"
              lang={other}
              onClick={() => void switchLanguage()}
            >
              <Languages className="ic" />
              {LANGUAGE_NAMES[other]}
            </button>
            <button type="button" className="navlink" onClick={toggle}>
              {theme === 'dark' ? <Sun className="ic" /> : <Moon className="ic" />}
              {theme === 'dark' ? common.toLightTheme : common.toDarkTheme}
            </button>
            <button
              type="button"
              className="navlink"
              onClick={() => goTo({ section: 'settings', part: 'preferences' })}
            >
              <Globe className="ic" />
              <span className="flex-1">{m.timeZone}</span>
              <span className="text-xs text-muted-foreground truncate">
                {user?.time_zone ?? DEFAULT_TIME_ZONE}
              </span>
            </button>
            <button
              type="button"
              className="navlink"
              disabled={signingOut}
              onClick={() => {
                setSigningOut(true);
                void logout();
              }}
            >
              <LogOut className="ic" />
              {m.signOut}
            </button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
