import { z } from 'zod';
import { instant, NO_CONTROL_CHARACTERS, pageQuery, userId } from '../envelope.js';
import { RULES } from '../rules.js';

/**
 * Why a desktop in the browser has ended. The WebSocket's close code is 4000 and the place in this list, so a new reason
 * goes to its end.
 */
export const desktopEnds = [
  /** The browser has closed it. */
  'closed',
  /** Windows has: a sign-out, a restart, another sign-in. */
  'windows_closed',
  'unreachable',
  /** Windows showed another certificate than the pinned one. */
  'certificate_changed',
  /** Windows asks for no Network Level Authentication. */
  'no_nla',
  /** Windows or the browser has sent what is no remote desktop. */
  'protocol',
  /** The browser did not read what Windows sent. */
  'too_slow',
  'byte_limit',
  'ended_by_administrator',
  /** Signed out everywhere, the account or the install is gone, or the install is at another address. */
  'ended_by_owner',
  /** The relay is being stopped; the page connects again. */
  'relay_stopped',
  /** Its relay has reported nothing for 30 seconds. */
  'lost',
  /** Nothing came either way for 30 minutes. */
  'idle',
  /** Desktops in the browser were switched off. */
  'switched_off',
] as const;
export const desktopEnd = z.enum(desktopEnds);
export type DesktopEndReason = z.infer<typeof desktopEnd>;

/** The close code of the WebSocket for that end. */
export const desktopCloseCode = (end: DesktopEndReason): number => 4000 + desktopEnds.indexOf(end);

/**
 * The subprotocol of the WebSocket that a browser may ask for: what the relay sends is one raw stream of RFC 1951. What the browser
 * sends never is: little of it could become much in the relay.
 */
export const DESKTOP_DEFLATE = 'rdcleanpath.deflate-raw';

/** POST /user/install/{id}/desktop. */
export const desktopTicket = z.object({
  /** The credential of one WebSocket, used once, within 30 seconds; the first message carries it. */
  ticket: z.string(),
  expires_at: instant,
  /** Path of the WebSocket at this same origin. */
  url: z.literal('/api/desktop'),
  /** Of Windows, to be shown. The relay goes by the ticket and ignores the destination that the browser names. */
  host: z.string(),
  port: z.number().int(),
  /** Who signs in to Windows. */
  account: z.string(),
});
export type DesktopTicket = z.infer<typeof desktopTicket>;

/** A row of GET /admin/desktops: one desktop that was opened in a browser. */
export const desktopSession = z.object({
  id: z.string(),
  user_id: z.string(),
  /** Null where auth could not be asked. */
  username: z.string().nullable(),
  install_id: z.string(),
  /** Of Windows. */
  ip: z.string(),
  port: z.number().int(),
  /** Of the browser. */
  client_address: z.string(),
  opened_at: instant,
  /** When its relay last reported it. */
  reported_at: instant,
  /** Why its relay has to end it; null once it has, and where it need not. */
  ending: desktopEnd.nullable(),
  bytes_to_windows: z.number().int(),
  bytes_to_browser: z.number().int(),
  ended_at: instant.nullable(),
  end: desktopEnd.nullable(),
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

/** GET /admin/desktops: latest opened first; the search looks in usernames and addresses. */
export const desktopsQuery = pageQuery.extend({
  status: desktopFilter.default('all'),
  search: z
    .string(RULES.SEARCH)
    .trim()
    .max(254, RULES.SEARCH)
    .regex(NO_CONTROL_CHARACTERS, RULES.SEARCH)
    .default(''),
  /** Only this user's. */
  user: userId.optional(),
});
export type DesktopsQuery = z.infer<typeof desktopsQuery>;
