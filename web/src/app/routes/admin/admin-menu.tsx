import type { ComponentProps } from 'react';
import { MenuSheet } from '@/components/layout/menu-sheet.js';
import { SectionNav } from '@/components/layout/section-nav.js';
import type { AdminSection } from './admin-locations.js';

/** Sections as a sheet on narrow screens. Selecting a section closes it. */
export default function AdminMenu({
  onClose,
  ...navigation
}: ComponentProps<typeof SectionNav<AdminSection>> & { onClose: () => void }) {
  return (
    <MenuSheet onClose={onClose}>
      <SectionNav
        {...navigation}
        onSection={(section) => {
          onClose();
          navigation.onSection(section);
        }}
      />
    </MenuSheet>
  );
}
