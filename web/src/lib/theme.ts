import { useSyncExternalStore } from 'react';
import { emitter } from './emitter.js';

export type Theme = 'light' | 'dark';

const KEY = 'casement-theme';
const changed = emitter();

/** The class on the root element is authoritative. index.html sets it before the first paint. */
const current = (): Theme =>
  document.documentElement.classList.contains('dark') ? 'dark' : 'light';

export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(changed.subscribe, current, () => 'light' as const);
  return { theme, toggle: () => setTheme(theme === 'dark' ? 'light' : 'dark') };
}

function setTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.toggle('dark', theme === 'dark');
  classList.toggle('light', theme === 'light');
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // If storage is not available, the choice lasts until the page is reloaded.
  }
  changed.emit();
}
