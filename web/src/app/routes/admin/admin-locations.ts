import type { InstallFilter } from '@casement/proto/http/install.js';
import type { Place } from '@/lib/navigation/history-state.js';

/** The in-page sections (SPEC §2). They are not in the URL. */
export type AdminSection =
  | 'dashboard'
  | 'monitoring'
  | 'windows'
  | 'products'
  | 'users'
  | 'installs'
  | 'desktops'
  | 'payments'
  | 'telegram'
  | '2fa'
  | 'security-dashboard'
  | 'security-alerts'
  | 'security-blocked-ips'
  | 'security-recovery'
  | 'security-rules'
  | 'security-audit'
  | 'operations';

export interface AdminSectionProps {
  onSection: (section: AdminSection) => void;
}

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
