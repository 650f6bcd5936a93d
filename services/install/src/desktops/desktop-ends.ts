import type { DesktopEndReason } from '@casement/proto/http/install/desktops.js';
import { desktopTargetOf } from '../installs/desktop-target.js';
import type { StoredStatus } from '../installs/install-status.js';
import type { RdpProof } from '@casement/install-engine/convert/state.js';

/** Without a byte in either direction. */
const IDLE_SECONDS = 30 * 60;

/** An open desktop as reported by its relay, with the current state of its user and install. */
export interface OpenDesktop {
  host: string;
  port: number;
  certificateSha256: string;
  bytesToWindows: number;
  bytesToBrowser: number;
  /** Since the last byte. */
  idleSeconds: number;
  /** Reason of an earlier order to end. */
  endOrdered: DesktopEndReason | null;
  /** `null` if it was deleted or is another user's. */
  install: { ip: string; status: StoredStatus; rdp: RdpProof | null } | null;
  /** The account is being deleted or the session was revoked. */
  isSignedOut: boolean;
}

/** Why a desktop must end now; `null` if it may continue. */
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
