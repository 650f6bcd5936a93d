import type { DesktopEndReason } from '@casement/proto/http/desktops.js';
import { desktopTargetOf } from '../installs/desktop-target.js';
import type { StoredStatus } from '../installs/install.entity.js';
import type { RdpProof } from '@casement/install-engine/convert/state.js';

/** Without a byte either way. */
const IDLE_SECONDS = 30 * 60;

/** An open desktop as its relay reports it, and what has become of its user and its install. */
export interface OpenDesktop {
  host: string;
  port: number;
  certificateSha256: string;
  bytesToWindows: number;
  bytesToBrowser: number;
  /** Since the last byte. */
  idleSeconds: number;
  /** What it was told before. */
  endOrdered: DesktopEndReason | null;
  /** Null where it is gone, or is another user's. */
  install: { ip: string; status: StoredStatus; rdp: RdpProof | null } | null;
  /** The user's account is being deleted, or their sign-in was ended. */
  isSignedOut: boolean;
}

/** Why a desktop has to end now; null while it may go on. */
export function reasonToEnd(
  desktop: OpenDesktop,
  { enabled, maxBytes }: { enabled: boolean; maxBytes: number },
): DesktopEndReason | null {
  const { bytesToWindows, bytesToBrowser, idleSeconds, endOrdered, install } = desktop;
  if (endOrdered) return endOrdered;
  if (!enabled) return 'switched_off';
  if (desktop.isSignedOut) return 'ended_by_owner';
  const target = install && desktopTargetOf({ ...install, engineState: { rdp: install.rdp } });
  if (target?.host !== desktop.host || target.port !== desktop.port) return 'ended_by_owner';
  if (target.certificateSha256 !== desktop.certificateSha256) return 'certificate_changed';
  if (bytesToWindows + bytesToBrowser >= maxBytes) return 'byte_limit';
  return idleSeconds >= IDLE_SECONDS ? 'idle' : null;
}
