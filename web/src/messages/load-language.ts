import { isLanguage, type Language } from '@casement/proto/language.js';
import { applyLanguage, hasLanguage, type LanguagePack } from '@/messages/i18n.js';
import { inBrowser } from '@/config/in-browser.js';

const PACKS: Record<Exclude<Language, 'en'>, () => Promise<LanguagePack>> = {
  id: () => import('@/messages/id/index.js').then(({ indonesian }) => indonesian),
};

const KEY = 'casement-language';
let wanted: Language = 'en';

// Follows a change made in another tab.
if (inBrowser) {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) void loadLanguage().catch(() => undefined);
  });
}

/**
 * Applies the stored language, or otherwise the browser's. Rejects if it cannot be fetched; the current language then
 * stays.
 */
export const loadLanguage = (): Promise<void> => apply(preferred());

/** Applies and stores a language. Rejects if it cannot be fetched; the current language then stays. */
export async function chooseLanguage(next: Language): Promise<void> {
  await apply(next);
  if (wanted === next) store(next);
}

async function apply(next: Language): Promise<void> {
  wanted = next;
  const pack = next === 'en' || hasLanguage(next) ? undefined : await PACKS[next]();
  // Another language may have been selected while the pack was loading.
  if (wanted === next) applyLanguage(next, pack);
}

/** Returns the stored choice, otherwise the first supported language of the browser, otherwise English. */
function preferred(): Language {
  try {
    const chosen = localStorage.getItem(KEY);
    if (isLanguage(chosen)) return chosen;
  } catch {
    // Storage may be disabled.
  }
  const codes = navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase());
  return codes.find(isLanguage) ?? 'en';
}

function store(next: Language): void {
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // If storage is not available, the choice lasts until the page is reloaded.
  }
}
