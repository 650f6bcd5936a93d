import { z } from 'zod';
import { defineRoutes } from '../route.js';
import { RULES } from '../rules.js';
import { installRecord } from './install.js';
import {
  adminLinuxVersion,
  linuxVersion,
  linuxVersionRequest,
  returnToLinuxRequest,
  storedLinuxVersion,
} from './linux.js';

const versionId = z.uuid(RULES.LINUX_VERSION_UNKNOWN);

/** The routes of Windows images also import these images; they take the ids of Linux versions. */
export const linuxRoutes = defineRoutes({
  adminLinuxVersions: {
    method: 'GET',
    path: '/admin/linux-versions',
    effect: 'read',
    answer: z.array(adminLinuxVersion),
  },
  createLinuxVersion: {
    method: 'POST',
    path: '/admin/linux-versions',
    effect: 'upkeep',
    idempotency: 'answer',
    body: linuxVersionRequest,
    answer: storedLinuxVersion,
  },
  updateLinuxVersion: {
    method: 'PUT',
    path: '/admin/linux-versions/{id}',
    effect: 'upkeep',
    params: { id: versionId },
    body: linuxVersionRequest,
    answer: storedLinuxVersion,
  },
  removeLinuxVersion: {
    method: 'DELETE',
    path: '/admin/linux-versions/{id}',
    effect: 'availability',
    params: { id: versionId },
    answer: null,
  },
  linuxVersions: {
    method: 'GET',
    path: '/user/linux-versions',
    effect: 'read',
    answer: z.array(linuxVersion),
  },
  /** Returns the machine whose recovery system shows `code` on its console to Linux. */
  returnToLinux: {
    method: 'POST',
    path: '/user/install/{id}/linux',
    effect: 'access',
    idempotency: 'answer',
    params: { id: z.uuid('Unknown install') },
    body: returnToLinuxRequest,
    answer: installRecord,
  },
});
