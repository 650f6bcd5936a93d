import type { DesktopEndReason } from '@casement/proto/http/install/desktops/desktops.js';
import { desktopTargetOf } from '../installs/desktop-target.js';
import type { StoredStatus } from '../installs/install-status.js';
import type { RdpProof } from '@casement/install-engine/convert/state.js';

/** Maximum time without a byte in either direction. */
const IDLE_SECONDS = 30 * 60;

/** An open desktop as reported by its relay, with the current state of its user and install. */
export interface OpenDesktop {
  host: string;
  port: number;
  certificateSha256: string;
  bytesToWindows: number;
  bytesToBrowser: number;
  /** Seconds since the last byte. */
  idleSeconds: number;
  endOrdered: DesktopEndReason | null;
  /** `null` if the install was deleted or belongs to another user. */
  install: { ip: string; status: StoredStatus; rdp: RdpProof | null } | null;
  /** The account is being deleted or the session was revoked. */
  isSignedOut: boolean;
}

/** Returns the reason why a desktop must end now, or `null` if it may continue. */
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
