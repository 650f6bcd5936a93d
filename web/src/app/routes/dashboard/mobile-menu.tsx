import { MenuSheet } from '@/components/layout/menu-sheet.js';
import { Navigation, ExternalLinks, QuotaCard, type NavigationProps } from './sidebar.js';

/** Sidebar as a sheet on narrow screens. Selecting a section closes it. */
export default function MobileMenu({
  onClose,
  ...navigation
}: NavigationProps & { onClose: () => void }) {
  const close = <A extends unknown[]>(action: (...args: A) => void) => {
    return (...args: A) => {
      onClose();
      action(...args);
    };
  };
  const { quota, onTopup } = navigation;
  return (
    <MenuSheet
      onClose={onClose}
      foot={
        <>
          <QuotaCard quota={quota} onTopup={close(onTopup)} />
          <ExternalLinks />
        </>
      }
    >
      <Navigation {...navigation} onSection={close(navigation.onSection)} />
    </MenuSheet>
  );
}
