import { z } from 'zod';
import { defineRoutes } from '../../route.js';
import { RULES } from '../../rules.js';
import { windowsVersion, windowsVersionRequest } from './windows-versions.js';

const versionId = z.uuid(RULES.WINDOWS_VERSION_UNKNOWN);

export const windowsVersionRoutes = defineRoutes({
  adminWindowsVersions: {
    method: 'GET',
    path: '/admin/windows-versions',
    effect: 'read',
    answer: z.array(windowsVersion),
  },
  createWindowsVersion: {
    method: 'POST',
    path: '/admin/windows-versions',
    effect: 'upkeep',
    idempotency: 'answer',
    body: windowsVersionRequest,
    answer: windowsVersion,
  },
  updateWindowsVersion: {
    method: 'PUT',
    path: '/admin/windows-versions/{id}',
    effect: 'upkeep',
    params: { id: versionId },
    body: windowsVersionRequest,
    answer: windowsVersion,
  },
  removeWindowsVersion: {
    method: 'DELETE',
    path: '/admin/windows-versions/{id}',
    effect: 'availability',
    params: { id: versionId },
    answer: null,
  },
  windowsVersions: {
    method: 'GET',
    path: '/user/windows-versions',
    effect: 'read',
    answer: z.array(windowsVersion),
  },
});
