import { z } from 'zod';
import { desktopSession, desktopsQuery, desktopTicket } from './desktops.js';
import { defineRoutes } from '../route.js';

const installId = z.uuid('Install is not known');
const desktopId = z.uuid('Desktop is not known');

/** Windows desktops in the browser. Separate table, so that other pages do not load it. */
export const desktopRoutes = defineRoutes({
  /**
   * Returns a ticket for the WebSocket `/api/desktop`. If the caller has two-factor enabled, a code must have been
   * given within the last five minutes, otherwise 403 STEP_UP_REQUIRED.
   */
  openDesktop: {
    method: 'POST',
    path: '/user/install/{id}/desktop',
    params: { id: installId },
    answer: desktopTicket,
    status: 201,
  },
  adminDesktops: {
    method: 'GET',
    path: '/admin/desktops',
    query: desktopsQuery,
    answer: desktopSession,
    paged: true,
  },
  /** The relay closes the desktop within 5 seconds. Has no effect if it has already ended. */
  endDesktop: {
    method: 'POST',
    path: '/admin/desktops/{id}/end',
    params: { id: desktopId },
    answer: desktopSession,
  },
});
