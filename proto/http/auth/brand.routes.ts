import { z } from 'zod';
import { defineRoutes } from '../route.js';
import { brandImageUpload, brandSettings, storedBrandImage } from './brand.js';

export const brandRoutes = defineRoutes({
  /** Logo or favicon, at the origin. The name contains the hash, so the file never changes. */
  brandImage: {
    method: 'GET',
    path: '/brand/{name}',
    effect: 'read',
    params: { name: z.string() },
    raw: 'image/png',
  },
  adminBrand: {
    method: 'GET',
    path: '/admin/brand',
    effect: 'read',
    answer: brandSettings,
  },
  saveBrand: {
    method: 'PUT',
    path: '/admin/brand',
    effect: 'broadcast',
    body: brandSettings,
    answer: brandSettings,
  },
  /** Stores an image. Nobody sees it until the brand is saved with it. */
  addBrandImage: {
    method: 'POST',
    path: '/admin/brand/images',
    effect: 'upkeep',
    body: brandImageUpload,
    answer: storedBrandImage,
  },
});
