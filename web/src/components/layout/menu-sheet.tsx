import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.js';
import { returnFocus } from '@/components/ui/dialog/focus-return.js';
import { t } from '@/messages/i18n.js';
import { commonMessages } from '@/messages/common.js';
import { HomeLink } from './logo.js';

/** Sidebar as a sheet on narrow screens. */
export function MenuSheet({
  onClose,
  foot,
  children,
}: {
  onClose: () => void;
  foot?: ReactNode;
  children: ReactNode;
}) {
  const m = t(commonMessages);
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className="sheet"
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
        >
          <Dialog.Title className="sr-only">{m.menu}</Dialog.Title>
          <div className="flex items-center justify-between h-14 px-4 border-b border-sidebar-border">
            <HomeLink size={20} />
            <Dialog.Close asChild>
              <Button variant="ghost" icon className="-mr-2" aria-label={m.close}>
                <X className="ic" />
              </Button>
            </Dialog.Close>
          </div>
          {children}
          {foot && <div className="mt-auto p-2.5 flex flex-col gap-0.5">{foot}</div>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
