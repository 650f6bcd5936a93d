import { lazy } from 'react';
import type { Section } from './sections.js';

const loaders = {
  install: () => import('./install-section.js'),
  'install-history': () => import('./install-history-section.js'),
  'topup-history': () => import('./topup-history-section.js'),
  settings: () => import('./settings-section.js'),
};

export const InstallSection = lazy(loaders.install);
export const InstallHistorySection = lazy(loaders['install-history']);
export const TopupHistorySection = lazy(loaders['topup-history']);
export const SettingsSection = lazy(loaders.settings);

/** Fetches a section's code when a pointer or the focus comes near its link. */
export function prefetchSection(section: Section): void {
  if (section !== 'dashboard') void loaders[section]().catch(() => undefined);
}
