import type { FieldProblem } from '@casement/proto/http/envelope.js';
import type { Page } from '@playwright/test';

export type Answers = Record<string, (body: unknown) => unknown>;

/** Calls of every screen with links to the legal pages. */
const DEFAULTS: Answers = { 'GET /legal-pages': () => [] };

/**
 * Answers `METHOD /path`, or `METHOD /path/*` for any id, under /api with `{ success, message, data }` or with the
 * given status.
 */
export async function mockApi(page: Page, answers: Answers): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const key = `${request.method()} ${pathname.replace(/^\/api/, '')}`;
    const answer = { ...DEFAULTS, ...answers }[key] ?? answers[key.replace(/[^/]+$/, '*')];
    if (!answer) {
      return route.fulfill({
        status: 404,
        json: {
          success: false,
          message: `not mocked: ${key}`,
          code: 'NOT_FOUND',
          correlationId: '-',
        },
      });
    }
    const isForm = request.headers()['content-type']?.startsWith('multipart/form-data');
    const value = await answer(isForm ? request.postData() : request.postDataJSON());
    if (value instanceof Refusal) {
      return route.fulfill({
        status: value.status,
        json: {
          success: false,
          message: value.message,
          code: value.code,
          details: value.details,
          correlationId: 'c-7f3a91',
        },
      });
    }
    if (value instanceof Raw) {
      return route.fulfill({ contentType: value.contentType, body: value.body });
    }
    const envelope =
      value instanceof List
        ? {
            data: value.items,
            meta: { page: 1, pageSize: 15, total: value.total },
            ...value.extraFields,
          }
        : { data: value };
    return route.fulfill({ json: { success: true, message: 'OK', ...envelope } });
  });
}

export class List {
  constructor(
    readonly items: unknown[],
    readonly total = items.length,
    /** Response fields next to `data`. */
    readonly extraFields: Record<string, unknown> = {},
  ) {}
}

/** Response without the envelope. */
export class Raw {
  constructor(
    readonly contentType: string,
    readonly body: string,
  ) {}
}

export class Refusal {
  constructor(
    readonly status: number,
    readonly message: string,
    readonly code = 'INTERNAL',
    readonly details?: FieldProblem[],
  ) {}
}
