import { z } from 'zod';
import { desktopSession, desktopsQuery, desktopTicket, ownDesktop } from './desktops.js';
import { defineRoutes } from '../../route.js';

const installId = z.uuid('Unknown install');
const desktopId = z.uuid('Unknown desktop');

/** Routes of Windows desktops in the browser. A separate route table, so that only the desktop pages load it. */
export const desktopRoutes = defineRoutes({
  /** The caller's open desktops, most recently opened first. */
  ownDesktops: {
    method: 'GET',
    path: '/user/install-desktops',
    effect: 'read',
    answer: z.array(ownDesktop),
  },
  /** Returns a ticket for the WebSocket `/api/desktop`. */
  openDesktop: {
    method: 'POST',
    path: '/user/install/{id}/desktop',
    effect: 'access',
    params: { id: installId },
    answer: desktopTicket,
    status: 201,
  },
  adminDesktops: {
    method: 'GET',
    path: '/admin/desktops',
    effect: 'data',
    query: desktopsQuery,
    answer: desktopSession,
    paged: true,
  },
  /**
   * Asks the relay to close the desktop, which it does within 5 seconds. Has no effect if the desktop has already
   * ended.
   */
  endDesktop: {
    method: 'POST',
    path: '/admin/desktops/{id}/end',
    effect: 'upkeep',
    params: { id: desktopId },
    answer: desktopSession,
  },
});
