import { lazyPart } from '@/lib/lazy-part.js';
import type { Section } from './sections.js';

export const InstallSection = lazyPart(() => import('./install-section.js'));
export const InstallHistorySection = lazyPart(() => import('./install-history-section.js'));
export const TopupHistorySection = lazyPart(() => import('./topup-history-section.js'));
export const SettingsSection = lazyPart(() => import('./settings-section.js'));

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
