import { z } from 'zod';
import { instant, pageQuery, searchText, userId } from '../../envelope.js';
import { RULES } from '../../rules.js';

/**
 * Reasons for the end of a desktop in the browser. The WebSocket's close code is 4000 plus the index in this list, so
 * new reasons must be appended.
 */
export const desktopEndReasons = [
  /** Closed by the browser. */
  'closed',
  /** Closed by Windows: a sign-out, a restart, or another sign-in. */
  'windows_closed',
  'unreachable',
  /** Windows presented another certificate than the pinned one. */
  'certificate_changed',
  /** Windows does not require Network Level Authentication. */
  'no_nla',
  /** Windows or the browser has violated the remote desktop protocol. */
  'protocol',
  /** The browser did not read Windows' data fast enough. */
  'too_slow',
  'byte_limit',
  'ended_by_administrator',
  /** The user signed out everywhere, the account or the install was deleted, or the install has another address. */
  'ended_by_owner',
  /** The relay is stopping; the page reconnects. */
  'relay_stopped',
  /** The relay has not reported for 30 seconds. */
  'lost',
  /** No data in either direction for 30 minutes. */
  'idle',
  /** Desktops in the browser were disabled. */
  'switched_off',
] as const;
export const desktopEndReason = z.enum(desktopEndReasons);
export type DesktopEndReason = z.infer<typeof desktopEndReason>;

export const desktopCloseCode = (end: DesktopEndReason): number =>
  4000 + desktopEndReasons.indexOf(end);

/**
 * WebSocket subprotocol requested by browsers: the relay's data is one raw RFC 1951 stream. The browser's data is
 * never compressed, because a few bytes could expand to a large amount in the relay.
 */
export const DESKTOP_DEFLATE = 'rdcleanpath.deflate-raw';

/** POST /user/install/{id}/desktop. */
export const desktopTicket = z.object({
  /** Credential for one WebSocket, sent in its first message. Valid once within 30 seconds. */
  ticket: z.string(),
  expires_at: instant,
  /** Path of the WebSocket at this origin. */
  url: z.literal('/api/desktop'),
  /** Windows host for display. The relay uses the ticket and ignores the destination sent by the browser. */
  host: z.string(),
  port: z.number().int(),
  /** Windows account that signs in. */
  account: z.string(),
});
export type DesktopTicket = z.infer<typeof desktopTicket>;

/** Row of GET /admin/desktops: a desktop opened in a browser. */
export const desktopSession = z.object({
  id: z.string(),
  user_id: z.string(),
  /** `null` if auth did not answer. */
  username: z.string().nullable(),
  install_id: z.string(),
  /** Address of Windows. */
  ip: z.string(),
  port: z.number().int(),
  /** Address of the browser. */
  client_address: z.string(),
  opened_at: instant,
  /** Time of the relay's last report. */
  reported_at: instant,
  /** Reason why the relay must end the desktop; `null` if it need not end it or has already done so. */
  ending: desktopEndReason.nullable(),
  bytes_to_windows: z.number().int(),
  bytes_to_browser: z.number().int(),
  ended_at: instant.nullable(),
  end: desktopEndReason.nullable(),
});
export type DesktopSession = z.infer<typeof desktopSession>;

/** A row of GET /user/install-desktops. */
export const ownDesktop = desktopSession.pick({
  id: true,
  install_id: true,
  ip: true,
  client_address: true,
  opened_at: true,
});
export type OwnDesktop = z.infer<typeof ownDesktop>;

const desktopFilter = z.enum(['all', 'open', 'ended'], RULES.STATUS_FILTER_UNKNOWN);
export type DesktopFilter = z.infer<typeof desktopFilter>;

/** GET /admin/desktops: most recently opened first. The search matches usernames and addresses. */
export const desktopsQuery = pageQuery.extend({
  status: desktopFilter.default('all'),
  search: searchText,
  /** Limits the list to this user. */
  user: userId.optional(),
});
export type DesktopsQuery = z.infer<typeof desktopsQuery>;
