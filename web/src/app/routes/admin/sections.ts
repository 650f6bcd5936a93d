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
import { lazyPart } from '@/lib/lazy-part.js';
import { t } from '@/lib/messages.js';
import { adminMessages } from '@/messages/admin.js';

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

interface Entry extends SectionEntry<AdminSection> {
  load: () => Promise<{ default: ComponentType<AdminSectionProps> }>;
}

const security = () => t(adminMessages).securityMonitoring;

/** In the order of the sidebar; the code of each is fetched separately. */
export const ADMIN_SECTIONS: readonly Entry[] = [
  { name: 'dashboard', icon: LayoutDashboard, load: () => import('./overview-section.js') },
  { name: 'monitoring', icon: Activity, load: () => import('./monitoring-section.js') },
  { name: 'windows', icon: AppWindow, load: () => import('./windows-section.js') },
  { name: 'products', icon: Package, load: () => import('./products-section.js') },
  { name: 'users', icon: Users, load: () => import('./users-section.js') },
  { name: 'installs', icon: HardDrive, load: () => import('./installs-section.js') },
  { name: 'desktops', icon: Monitor, load: () => import('./desktops-section.js') },
  { name: 'payments', icon: CreditCard, load: () => import('./payments-section.js') },
  { name: 'telegram', icon: Send, load: () => import('./telegram-section.js') },
  { name: '2fa', icon: Fingerprint, load: () => import('./two-factor-section.js') },
  { name: 'operations', icon: ServerCog, load: () => import('./operations-section.js') },
  {
    name: 'security-dashboard',
    icon: Shield,
    group: security,
    load: () => import('./security-dashboard-section.js'),
  },
  {
    name: 'security-alerts',
    icon: ShieldAlert,
    group: security,
    load: () => import('./security-alerts-section.js'),
  },
  {
    name: 'security-blocked-ips',
    icon: Ban,
    group: security,
    load: () => import('./security-blocked-ips-section.js'),
  },
  {
    name: 'security-recovery',
    icon: LifeBuoy,
    group: security,
    load: () => import('./security-recovery-section.js'),
  },
  // Beyond the specification's four.
  {
    name: 'security-rules',
    icon: Radar,
    group: security,
    load: () => import('./security-rules-section.js'),
  },
  {
    name: 'security-audit',
    icon: ScrollText,
    group: security,
    load: () => import('./security-audit-section.js'),
  },
];

const components = new Map(ADMIN_SECTIONS.map(({ name, load }) => [name, lazyPart(load)]));

export const componentOf = (section: AdminSection): ComponentType<AdminSectionProps> | undefined =>
  components.get(section);

/** Fetches a section's code: when a pointer or the focus comes near its link, or where the area opens with it. Never fails. */
export const prefetchSection = async (section: AdminSection): Promise<object | undefined> =>
  components.get(section)?.preload();
