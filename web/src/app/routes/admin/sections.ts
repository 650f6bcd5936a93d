import {
  Activity,
  AppWindow,
  Ban,
  Banknote,
  CreditCard,
  Fingerprint,
  HardDrive,
  LayoutDashboard,
  LifeBuoy,
  Megaphone,
  Monitor,
  Package,
  Palette,
  Radar,
  Receipt,
  ReceiptText,
  Scale,
  ScrollText,
  Send,
  ServerCog,
  Shield,
  ShieldAlert,
  TicketPercent,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { SectionEntry } from '@/components/layout/section-nav.js';
import { t } from '@/messages/i18n.js';
import { lazyComponent } from '@/lib/lazy-component.js';
import { adminMessages } from '@/messages/admin/admin.js';
import type { AdminSection, AdminSectionProps } from './admin-locations.js';

interface Entry extends SectionEntry<AdminSection> {
  load: () => Promise<{ default: ComponentType<AdminSectionProps> }>;
}

const groups = {
  overview: () => t(adminMessages).groups.overview,
  customers: () => t(adminMessages).groups.customers,
  settings: () => t(adminMessages).groups.settings,
  security: () => t(adminMessages).groups.security,
};

/** Sections in sidebar order. The code of each is fetched separately. */
export const ADMIN_SECTIONS: readonly Entry[] = [
  {
    name: 'dashboard',
    icon: LayoutDashboard,
    group: groups.overview,
    load: () => import('./overview/overview-section.js'),
  },
  {
    name: 'monitoring',
    icon: Activity,
    group: groups.overview,
    load: () => import('@/features/monitoring/monitoring.js'),
  },
  {
    name: 'operations',
    icon: ServerCog,
    group: groups.overview,
    load: () => import('./operations/operations-section.js'),
  },
  {
    name: 'users',
    icon: Users,
    group: groups.customers,
    load: () => import('./users/users-section.js'),
  },
  {
    name: 'installs',
    icon: HardDrive,
    group: groups.customers,
    load: () => import('./installs/installs-section.js'),
  },
  {
    name: 'desktops',
    icon: Monitor,
    group: groups.customers,
    load: () => import('@/features/desktop/admin/desktops.js'),
  },
  {
    name: 'topups',
    icon: ReceiptText,
    group: groups.customers,
    load: () => import('./billing/topups-section.js'),
  },
  {
    name: 'money',
    icon: Banknote,
    group: groups.customers,
    load: () => import('./billing/money-section.js'),
  },
  {
    name: 'windows',
    icon: AppWindow,
    group: groups.settings,
    load: () => import('./windows/windows-section.js'),
  },
  {
    name: 'products',
    icon: Package,
    group: groups.settings,
    load: () => import('@/features/billing/admin/products.js'),
  },
  {
    name: 'payments',
    icon: CreditCard,
    group: groups.settings,
    load: () => import('@/features/billing/admin/payment-methods.js'),
  },
  {
    name: 'receipts',
    icon: Receipt,
    group: groups.settings,
    load: () => import('@/features/receipts/admin/receipts.js'),
  },
  {
    name: 'vouchers',
    icon: TicketPercent,
    group: groups.settings,
    load: () => import('@/features/vouchers/vouchers.js'),
  },
  {
    name: 'telegram',
    icon: Send,
    group: groups.settings,
    load: () => import('./operations/telegram-section.js'),
  },
  {
    name: 'announcements',
    icon: Megaphone,
    group: groups.settings,
    load: () => import('@/features/announcements/announcements.js'),
  },
  {
    name: 'brand',
    icon: Palette,
    group: groups.settings,
    load: () => import('@/features/brand/brand.js'),
  },
  {
    name: 'legal',
    icon: Scale,
    group: groups.settings,
    load: () => import('@/features/legal/legal-pages.js'),
  },
  {
    name: '2fa',
    icon: Fingerprint,
    group: groups.settings,
    load: () => import('@/features/two-factor/components/two-factor.js'),
  },
  {
    name: 'security-dashboard',
    icon: Shield,
    group: groups.security,
    load: () => import('./security/security-dashboard-section.js'),
  },
  {
    name: 'security-alerts',
    icon: ShieldAlert,
    group: groups.security,
    load: () => import('@/features/security/alerts/alerts.js'),
  },
  {
    name: 'security-blocked-ips',
    icon: Ban,
    group: groups.security,
    load: () => import('@/features/security/blocked-ips/blocked-ips.js'),
  },
  {
    name: 'security-recovery',
    icon: LifeBuoy,
    group: groups.security,
    load: () => import('@/features/security/recovery/recovery.js'),
  },
  // Additional section, not part of the specification's four.
  {
    name: 'security-rules',
    icon: Radar,
    group: groups.security,
    load: () => import('./security/security-rules-section.js'),
  },
  {
    name: 'security-audit',
    icon: ScrollText,
    group: groups.security,
    load: () => import('@/features/security/audit/audit-log.js'),
  },
];

const components = new Map(ADMIN_SECTIONS.map(({ name, load }) => [name, lazyComponent(load)]));

export const componentOf = (section: AdminSection): ComponentType<AdminSectionProps> | undefined =>
  components.get(section);

/** Prefetches a section's code when its link is hovered or focused, or when the area opens with it. Never fails. */
export const prefetchSection = async (section: AdminSection): Promise<object | undefined> =>
  components.get(section)?.preload();
