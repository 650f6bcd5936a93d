import { z } from 'zod';
import { defineRoutes } from '../../route.js';
import { RULES } from '../../rules.js';
import { script, scriptRequest, scriptWithContent } from './scripts.js';

const scriptId = z.uuid(RULES.SCRIPT_UNKNOWN);

/** First-start scripts. Saving needs step-up because later installs run the script as SYSTEM. */
export const scriptRoutes = defineRoutes({
  /** Scripts of the caller and of the operators. */
  scripts: { method: 'GET', path: '/user/scripts', effect: 'read', answer: z.array(script) },
  createScript: {
    method: 'POST',
    path: '/user/scripts',
    effect: 'access',
    idempotency: 'answer',
    body: scriptRequest,
    answer: script,
  },
  script: {
    method: 'GET',
    path: '/user/scripts/{id}',
    effect: 'read',
    params: { id: scriptId },
    answer: scriptWithContent,
  },
  updateScript: {
    method: 'PUT',
    path: '/user/scripts/{id}',
    effect: 'access',
    params: { id: scriptId },
    body: scriptRequest,
    answer: script,
  },
  removeScript: {
    method: 'DELETE',
    path: '/user/scripts/{id}',
    effect: 'own',
    params: { id: scriptId },
    answer: null,
  },
  offerScript: {
    method: 'POST',
    path: '/admin/scripts',
    effect: 'access',
    idempotency: 'answer',
    body: scriptRequest,
    answer: script,
  },
  updateOfferedScript: {
    method: 'PUT',
    path: '/admin/scripts/{id}',
    effect: 'access',
    params: { id: scriptId },
    body: scriptRequest,
    answer: script,
  },
  removeOfferedScript: {
    method: 'DELETE',
    path: '/admin/scripts/{id}',
    effect: 'upkeep',
    params: { id: scriptId },
    answer: null,
  },
});
