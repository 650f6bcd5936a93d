import { z } from 'zod';
import { defineRoutes } from '../route.js';
import {
  acceptTermsRequest,
  legalDraft,
  legalLanguage,
  legalPageContent,
  legalPageForAdmin,
  legalPageName,
  legalPreviewRequest,
  publishedLegalPage,
} from './legal.js';

const params = { page: legalPageName };

export const legalRoutes = defineRoutes({
  /** Page for browsers, at the origin. An unpublished or unknown page is an HTML 404. */
  legalPage: {
    method: 'GET',
    path: '/legal/{page}',
    effect: 'read',
    params: { page: z.string() },
    query: z.object({ lang: legalLanguage.optional().catch(undefined) }),
    raw: 'text/html',
  },
  legalPages: {
    method: 'GET',
    path: '/legal-pages',
    effect: 'read',
    answer: z.array(publishedLegalPage),
  },
  legalPageContent: {
    method: 'GET',
    path: '/legal-pages/{page}',
    effect: 'read',
    params,
    query: z.object({ lang: legalLanguage.catch('en') }),
    answer: legalPageContent,
  },
  acceptTerms: {
    method: 'POST',
    path: '/user/terms/accept',
    effect: 'own',
    body: acceptTermsRequest,
    answer: null,
  },
  adminLegalPage: {
    method: 'GET',
    path: '/admin/legal/{page}',
    effect: 'read',
    params,
    answer: legalPageForAdmin,
  },
  saveLegalDraft: {
    method: 'PUT',
    path: '/admin/legal/{page}/draft',
    effect: 'upkeep',
    params,
    body: legalDraft,
    answer: null,
  },
  publishLegalPage: {
    method: 'POST',
    path: '/admin/legal/{page}/publish',
    effect: 'broadcast',
    params,
    body: legalDraft,
    answer: publishedLegalPage,
  },
  previewLegalPage: {
    method: 'POST',
    path: '/admin/legal-preview',
    effect: 'upkeep',
    body: legalPreviewRequest,
    answer: z.object({ html: z.string() }),
  },
});
