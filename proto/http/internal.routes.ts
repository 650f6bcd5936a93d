import { z } from 'zod';
import { apiKeyScope } from './auth/api-keys.js';
import { brandForPages } from './auth/brand.js';
import { publicPrice } from './public-config.js';
import { defineRoutes } from './route.js';

/** Routes for use inside the deployment. The gateway forwards no requests to them. */
export const internalRoutes = defineRoutes({
  live: { method: 'GET', path: '/health/live', effect: 'read', raw: 'application/json' },
  ready: { method: 'GET', path: '/health/ready', effect: 'read', raw: 'application/json' },
  metrics: { method: 'GET', path: '/internal/metrics', effect: 'read', raw: 'text/plain' },
  routes: {
    method: 'GET',
    path: '/internal/routes',
    effect: 'read',
    answer: z.array(
      z.object({
        method: z.string(),
        path: z.string(),
        access: z.string(),
        effect: z.string(),
        keyScope: apiKeyScope.nullable(),
      }),
    ),
  },
  price: {
    method: 'GET',
    path: '/internal/price',
    effect: 'read',
    answer: z.object({ price: publicPrice.nullable() }),
  },
  brand: {
    method: 'GET',
    path: '/internal/brand',
    effect: 'read',
    answer: brandForPages,
  },
  jwks: { method: 'GET', path: '/internal/jwks.json', effect: 'read', raw: 'application/json' },
});
