import type { InstallFilter } from '@casement/proto/http/install.js';
import type { Place } from '@/lib/navigation/history-state.js';
import type { AdminSection } from './sections.js';

export const sectionPlace = (section: AdminSection): Place => ({ section });

export const installsPlace = (filter: { status?: InstallFilter; search?: string }): Place => ({
  section: 'installs',
  'filter:installs': filter,
});

/** The payments to review, below the methods. */
export const reviewsPlace: Place = { ...sectionPlace('payments'), look: 'reviews' };

/** A payment among the latest top-ups, by its whole reference. */
export const topupPlace = (reference: string): Place => ({
  section: 'dashboard',
  'filter:topups': { search: reference },
});
