import { z } from 'zod';
import { defineRoutes } from '../route.js';
import { installRecord } from './install.js';
import { passwordReset, passwordResetRequest } from './password-reset.js';

const installId = z.uuid('Unknown install');

/** Routes about a kept recovery system. Apart from the other routes, which every page loads. */
export const recoveryRoutes = defineRoutes({
  /** Restarts the machine of a completed install from its recovery system into Windows. */
  startWindows: {
    method: 'POST',
    path: '/user/install/{id}/start-windows',
    effect: 'own',
    params: { id: installId },
    answer: installRecord,
  },
  /** Asks Windows to remove the recovery system that it kept. */
  removeRecovery: {
    method: 'DELETE',
    path: '/user/install/{id}/recovery',
    effect: 'own',
    params: { id: installId },
    answer: installRecord,
  },
  /** Resets the password of Windows on the machine whose recovery system shows `code` on its console. */
  resetWindowsPassword: {
    method: 'POST',
    path: '/user/install/{id}/password',
    effect: 'access',
    idempotency: 'answer',
    params: { id: installId },
    body: passwordResetRequest,
    answer: passwordReset,
  },
  /** Returns the last reset; `null` if no reset was requested. */
  windowsPasswordReset: {
    method: 'GET',
    path: '/user/install/{id}/password',
    effect: 'read',
    params: { id: installId },
    answer: passwordReset.nullable(),
  },
});
