import type { InstallFilter } from '@casement/proto/http/install/install.js';
import type { HistoryState } from '@/lib/navigation/history-state.js';

/** The in-page sections (SPEC §2), which are not in the URL. */
export type AdminSection =
  | 'dashboard'
  | 'monitoring'
  | 'windows'
  | 'products'
  | 'users'
  | 'installs'
  | 'desktops'
  | 'topups'
  | 'money'
  | 'payments'
  | 'receipts'
  | 'vouchers'
  | 'telegram'
  | 'announcements'
  | 'brand'
  | 'legal'
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

export const sectionLocation = (section: AdminSection): HistoryState => ({ section });

export const installsLocation = (filter: {
  status?: InstallFilter;
  search?: string;
}): HistoryState => ({
  section: 'installs',
  'filter:installs': filter,
});

/** Opens a payment in the list of top-ups, by its full reference. */
export const topupLocation = (reference: string): HistoryState => ({
  section: 'topups',
  'filter:topups': { search: reference },
});
