import {
  CircleHelp,
  History,
  LayoutDashboard,
  MonitorPlay,
  ReceiptText,
  Server,
  Settings,
  type LucideIcon,
} from 'lucide-react';

/** The in-page sections (SPEC §2), My machines and Help, which are not in the URL. */
export type Section =
  'dashboard' | 'install' | 'install-history' | 'machines' | 'topup-history' | 'settings' | 'help';

export const SECTIONS: { name: Section; icon: LucideIcon }[] = [
  { name: 'dashboard', icon: LayoutDashboard },
  { name: 'install', icon: MonitorPlay },
  { name: 'install-history', icon: History },
  { name: 'machines', icon: Server },
  { name: 'topup-history', icon: ReceiptText },
  { name: 'settings', icon: Settings },
  { name: 'help', icon: CircleHelp },
];
