import { z } from 'zod';
import { apiKey } from './api-keys.js';
import { defineRoutes } from '../route.js';

const id = z.uuid('Unknown user').toLowerCase();
const key = z.uuid('Unknown key').toLowerCase();

/** Routes for administrators of a user's API keys. A separate route table, so that only the user's page loads it. */
export const userApiKeysRoutes = defineRoutes({
  /** Newest first. */
  apiKeysOfUser: {
    method: 'GET',
    path: '/admin/users/{id}/api-keys',
    effect: 'read',
    params: { id },
    answer: z.array(apiKey),
  },
  revokeApiKeyOfUser: {
    method: 'DELETE',
    path: '/admin/users/{id}/api-keys/{key}',
    effect: 'availability',
    params: { id, key },
    answer: null,
  },
});
