import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { withDialog, type Place } from '@/lib/place.js';
import type { Section } from './sections.js';

const SECTION_OF: Record<string, Section | undefined> = {
  install: 'install-history',
  topup: 'topup-history',
};

/** `install:ID` or `topup:REF`, to which a provider may have added a query of its own, as the place that shows it; what is neither is the dashboard. */
function placeOfLink(link: string): Place {
  const [, kind = '', subject = ''] = /^(\w+):([^?&]+)/.exec(link) ?? [];
  const section = SECTION_OF[kind];
  return section ? withDialog({ section }, 'details', subject) : {};
}

/** `/dashboard?open=…` of a mail, a message or a receipt: shows the thing, and leaves the URL. */
export function useOpenLink(): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const link = new URLSearchParams(search).get('open');
  // Not a layout effect: in the first commit of all the router does not listen yet, and would miss it.
  useEffect(() => {
    if (link === null) return;
    void navigate(pathname, { replace: true, state: { place: placeOfLink(link) } });
  }, [link, pathname, navigate]);
}
