import {
  Activity,
  AppWindow,
  Ban,
  CreditCard,
  Fingerprint,
  HardDrive,
  LayoutDashboard,
  LifeBuoy,
  Monitor,
  Package,
  Radar,
  ScrollText,
  Send,
  ServerCog,
  Shield,
  ShieldAlert,
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

const security = () => t(adminMessages).securityMonitoring;

/** Sections in sidebar order. The code of each is fetched separately. */
export const ADMIN_SECTIONS: readonly Entry[] = [
  {
    name: 'dashboard',
    icon: LayoutDashboard,
    load: () => import('./overview/overview-section.js'),
  },
  { name: 'monitoring', icon: Activity, load: () => import('@/features/monitoring/monitoring.js') },
  {
    name: 'windows',
    icon: AppWindow,
    load: () => import('@/features/windows-images/windows-versions.js'),
  },
  { name: 'products', icon: Package, load: () => import('@/features/billing/admin/products.js') },
  { name: 'users', icon: Users, load: () => import('./users/users-section.js') },
  {
    name: 'installs',
    icon: HardDrive,
    load: () => import('@/features/installs/admin/installs.js'),
  },
  { name: 'desktops', icon: Monitor, load: () => import('@/features/desktop/admin/desktops.js') },
  { name: 'payments', icon: CreditCard, load: () => import('./billing/payments-section.js') },
  { name: 'telegram', icon: Send, load: () => import('./operations/telegram-section.js') },
  {
    name: '2fa',
    icon: Fingerprint,
    load: () => import('@/features/two-factor/components/two-factor.js'),
  },
  { name: 'operations', icon: ServerCog, load: () => import('./operations/operations-section.js') },
  {
    name: 'security-dashboard',
    icon: Shield,
    group: security,
    load: () => import('./security/security-dashboard-section.js'),
  },
  {
    name: 'security-alerts',
    icon: ShieldAlert,
    group: security,
    load: () => import('@/features/security/alerts/alerts.js'),
  },
  {
    name: 'security-blocked-ips',
    icon: Ban,
    group: security,
    load: () => import('@/features/security/blocked-ips/blocked-ips.js'),
  },
  {
    name: 'security-recovery',
    icon: LifeBuoy,
    group: security,
    load: () => import('@/features/security/recovery/recovery.js'),
  },
  // Additional section, not part of the specification's four.
  {
    name: 'security-rules',
    icon: Radar,
    group: security,
    load: () => import('./security/security-rules-section.js'),
  },
  {
    name: 'security-audit',
    icon: ScrollText,
    group: security,
    load: () => import('@/features/security/audit/audit-log.js'),
  },
];

const components = new Map(ADMIN_SECTIONS.map(({ name, load }) => [name, lazyComponent(load)]));

export const componentOf = (section: AdminSection): ComponentType<AdminSectionProps> | undefined =>
  components.get(section);

/** Prefetches a section's code when its link is hovered or focused, or when the area opens with it. Never fails. */
export const prefetchSection = async (section: AdminSection): Promise<object | undefined> =>
  components.get(section)?.preload();
