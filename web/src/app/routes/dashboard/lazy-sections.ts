import { lazyPart } from '@/lib/lazy-part.js';
import type { Section } from './sections.js';

export const InstallSection = lazyPart(() => import('./installs/install-section.js'));
export const InstallHistorySection = lazyPart(() => import('./installs/install-history-section.js'));
export const TopupHistorySection = lazyPart(() => import('./topups/topup-history-section.js'));
export const SettingsSection = lazyPart(() => import('./settings/settings-section.js'));

const parts = {
  install: InstallSection,
  'install-history': InstallHistorySection,
  'topup-history': TopupHistorySection,
  settings: SettingsSection,
};

/** Fetches a section's code when a pointer or the focus comes near its link. */
export function prefetchSection(section: Section): void {
  if (section !== 'dashboard') void parts[section].preload();
}
