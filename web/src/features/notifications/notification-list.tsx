import { BellOff, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Button } from '@/components/ui/button.js';
import { returnFocus } from '@/components/ui/dialog/focus-return.js';
import { EmptyState } from '@/components/ui/feedback/states.js';
import { t } from '@/messages/i18n.js';
import { notificationMessages } from '@/messages/account/notifications.js';
import { commonMessages } from '@/messages/common.js';
import type { Entry } from './entry.js';
import { NotificationEntry } from './notification-entry.js';

/** List under the bell: notifications, newest first (SPEC §3). */
export default function NotificationList({
  entries,
  onAll,
  onClose,
}: {
  entries: Entry[];
  onAll: () => void;
  onClose: () => void;
}) {
  const m = t(notificationMessages);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40" />
        <Dialog.Content
          className="bell-list"
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
        >
          <header className="flex items-center justify-between h-12 pl-4 pr-2 border-b">
            <Dialog.Title className="text-base">{m.title}</Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="ghost" size="sm" icon aria-label={t(commonMessages).close}>
                <X className="ic" />
              </Button>
            </Dialog.Close>
          </header>
          {entries.length === 0 ? (
            <EmptyState icon={BellOff} title={m.empty} help={m.emptyHelp} />
          ) : (
            <ol className="scroll-area outline-offset-[-2px]!" tabIndex={0} aria-label={m.title}>
              {entries.map((entry) => (
                <NotificationEntry key={entry.key} entry={entry} onOpen={onClose} />
              ))}
            </ol>
          )}
          <footer className="p-2 border-t">
            <Button
              variant="ghost"
              size="sm"
              className="w-full"
              aria-haspopup="dialog"
              onClick={onAll}
            >
              {m.all}
            </Button>
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
