import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { withDialog, type HistoryState } from '@/lib/navigation/history-state.js';
import type { Section } from './sections.js';

const SECTION_OF: Record<string, Section | undefined> = {
  install: 'install-history',
  topup: 'topup-history',
};

/** `install:ID` or `topup:REF`, to which a provider may have added a query of its own, as the place that shows it; what is neither is the dashboard. */
function placeOfLink(link: string): HistoryState {
  const [, kind = '', subject = ''] = /^(\w+):([^?&]+)/.exec(link) ?? [];
  const section = SECTION_OF[kind];
  return section ? withDialog({ section }, 'details', subject) : {};
}

/** What of a link into the dashboard stands in its query; null where nothing does. */
function placeIn(search: string): HistoryState | null {
  const query = new URLSearchParams(search);
  const link = query.get('open');
  if (link !== null) return placeOfLink(link);
  return query.has('device') ? withDialog({}, 'device', true) : null;
}

/**
 * `/dashboard?open=…` of a mail, a message or a receipt, and `?device=1` of a terminal: shows the thing, and leaves the URL.
 */
export function useOpenLink(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // Not a layout effect: in the first commit of all the router does not listen yet, and would miss it.
  useEffect(() => {
    const place = placeIn(search);
    if (place === null) return;
    void navigate(pathname, { replace: true, state: { place } });
  }, [search, pathname, navigate]);
}
