import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { HomeLink } from '../../../components/layout/logo.js';
import { Button } from '../../../components/ui/button.js';
import { useFocusReturn } from '../../../components/ui/focus-return.js';
import { say } from '../../../lib/messages.js';
import { commonTexts } from '../../../messages/common.js';
import { dashboardTexts } from '../../../messages/dashboard.js';
import { Navigation, OutLinks, QuotaCard, type NavigationProps } from './sidebar.js';

/** The sidebar as a sheet, on narrow screens. */
export default function MobileMenu({
  onClose,
  ...navigation
}: NavigationProps & { onClose: () => void }) {
  const m = say(dashboardTexts);
  const giveFocusBack = useFocusReturn();
  const close = <A extends unknown[]>(then: (...args: A) => void) => {
    return (...args: A) => {
      onClose();
      then(...args);
    };
  };
  const props = {
    ...navigation,
    onSection: close(navigation.onSection),
    onTopup: close(navigation.onTopup),
    onLogout: close(navigation.onLogout),
  };
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
          onCloseAutoFocus={giveFocusBack}
        >
          <Dialog.Title className="sr-only">{m.menu}</Dialog.Title>
          <div className="flex items-center justify-between h-14 px-4 border-b border-sidebar-border">
            <HomeLink size={20} />
            <Dialog.Close asChild>
              <Button variant="ghost" icon className="-mr-2" aria-label={say(commonTexts).close}>
                <X className="ic" />
              </Button>
            </Dialog.Close>
          </div>
          <Navigation {...props} />
          <div className="mt-auto p-2.5 flex flex-col gap-0.5">
            <QuotaCard quota={props.quota} onTopup={props.onTopup} />
            <OutLinks {...props} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
