import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { HELP_DIALOG } from '@/components/installs/help-link.js';
import { withDialog, type HistoryState } from '@/lib/navigation/history-state.js';
import type { Section } from './sections.js';

const PLACE_OF: Record<string, { section: Section; dialog: string } | undefined> = {
  install: { section: 'install-history', dialog: 'details' },
  desktop: { section: 'install-history', dialog: 'desktop' },
  topup: { section: 'topup-history', dialog: 'details' },
  receipt: { section: 'topup-history', dialog: 'receipt' },
  help: { section: 'help', dialog: HELP_DIALOG },
};

/**
 * Converts `install:ID`, `desktop:ID`, `topup:REF`, `receipt:NUMBER` or `help:CODE` to the place that shows it. A query
 * appended by a provider is ignored. Any other link opens the dashboard.
 */
function historyStateOfLink(link: string): HistoryState {
  const [, kind = '', subject = ''] = /^(\w+):([^?&]+)/.exec(link) ?? [];
  const place = PLACE_OF[kind];
  if (!place) return {};
  return withDialog({ section: place.section, visit: Date.now() }, place.dialog, subject);
}

/** Returns the history state of a deep link's target, or null if the query contains no link. */
function historyStateOfSearch(search: string): HistoryState | null {
  const query = new URLSearchParams(search);
  const link = query.get('open');
  if (link !== null) return historyStateOfLink(link);
  if (query.has('access')) return { section: 'settings', part: 'access' };
  if (query.has('notifications')) return { section: 'settings', part: 'notifications' };
  return query.has('device') ? withDialog({}, 'device', true) : null;
}

/**
 * Opens the target of `/dashboard?open=…` (mails, messages, receipts, help), `?access=1` (mails about new access),
 * `?notifications=1` (footers of mails) or `?device=1` (terminals) and cleans the URL.
 */
export function useOpenLink(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // A layout effect would run before the router listens in the first commit, and its navigation would be lost.
  useEffect(() => {
    const place = historyStateOfSearch(search);
    if (place === null) return;
    void navigate(pathname, { replace: true, state: { place } });
  }, [search, pathname, navigate]);
}
