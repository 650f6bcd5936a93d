import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { openLink } from '@/lib/navigation/open-link.js';
import { t } from '@/messages/i18n.js';
import { installMessages } from '@/messages/install/install.js';

export interface FinishedInstall extends Pick<InstallRecord, 'id' | 'ip'> {
  /** Whether "Open in browser" is offered. */
  desktop: boolean;
}

export interface ActionLink {
  label: string;
  /** Accessible name, which includes the address. */
  name: string;
  to: string;
}

/** Links of a completed install in toasts and notifications, the primary one first. */
export function finishedLinks({ id, ip, desktop }: FinishedInstall): ActionLink[] {
  const { history: m } = t(installMessages);
  const connect = { label: m.connect, name: m.connectTo(ip), to: openLink(`install:${id}`) };
  if (!desktop) return [connect];
  return [
    connect,
    { label: m.openDesktop, name: m.openDesktopOf(ip), to: openLink(`desktop:${id}`) },
  ];
}
