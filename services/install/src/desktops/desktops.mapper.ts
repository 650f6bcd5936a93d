import type { DesktopSession, OwnDesktop } from '@casement/proto/http/install/desktops/desktops.js';
import type { OpenedDesktop } from './desktop-session.entity.js';

export const toDesktopSession = (
  desktop: OpenedDesktop,
  username: string | null,
): DesktopSession => ({
  id: desktop.id,
  user_id: desktop.userId,
  username,
  install_id: desktop.installId,
  ip: desktop.host,
  port: desktop.port,
  client_address: desktop.clientAddress,
  opened_at: desktop.openedAt.toISOString(),
  reported_at: desktop.reportedAt.toISOString(),
  ending: desktop.endedAt ? null : desktop.endOrdered,
  bytes_to_windows: desktop.bytesToWindows,
  bytes_to_browser: desktop.bytesToBrowser,
  ended_at: desktop.endedAt?.toISOString() ?? null,
  end: desktop.endReason,
});

export const toOwnDesktop = (desktop: OpenedDesktop): OwnDesktop => ({
  id: desktop.id,
  install_id: desktop.installId,
  ip: desktop.host,
  client_address: desktop.clientAddress,
  opened_at: desktop.openedAt.toISOString(),
});
