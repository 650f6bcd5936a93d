import type { LegalPageName, PublishedLegalPage } from '@casement/proto/http/auth/legal.js';
import type { Success } from '@casement/proto/http/envelope.js';
import { useEffect, useState } from 'react';
import { currentLanguage } from '@/messages/i18n.js';

let loaded: Promise<LegalPageName[]> | null = null;
/** Loaded pages. Later screens use them in their first render, so that the layout does not shift. */
let cached: LegalPageName[] = [];

/** Loads the names of the published pages once; none if that fails. Without the API client, for the landing page. */
export function loadLegalPages(): Promise<LegalPageName[]> {
  loaded ??= fetch('/api/legal-pages')
    .then((response) => response.json() as Promise<Success<PublishedLegalPage[]>>)
    .then(({ data }) => (cached = data.map(({ page }) => page)))
    .catch(() => {
      loaded = null;
      return [];
    });
  return loaded;
}

/** Returns the published legal pages. Empty until they are loaded, and if that fails. */
export function useLegalPages(): readonly LegalPageName[] {
  const [pages, setPages] = useState(cached);
  useEffect(() => {
    let shown = true;
    void loadLegalPages().then((value) => {
      if (shown) setPages(value);
    });
    return () => {
      shown = false;
    };
  }, []);
  return pages;
}

/** The pages are served by auth, not by the router, so links to them are plain anchors. */
export const legalUrl = (page: LegalPageName): string => `/legal/${page}?lang=${currentLanguage()}`;

/** Clears the loaded pages (tests only). */
export function clearLegalPages(): void {
  loaded = null;
  cached = [];
}
