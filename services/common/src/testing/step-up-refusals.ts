import { routeOfHandler } from '../platform/http/route.decorator.js';
import { RouteList } from '../platform/routes/route-list.js';
import type { TestApp } from './test-app.js';

/**
 * Calls every route of a service that requires a recent password or code, as an administrator whose confirmation has
 * just expired.
 *
 * @returns the response of each route: `POST /api/admin/…` → `403 STEP_UP_REQUIRED`
 */
export async function stepUpRefusals(app: TestApp): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const stale = app.as({ admin: true, confirmedSecondsAgo: 301 });
  for (const { method, path, handler } of app.get(RouteList).all()) {
    if (!routeOfHandler(handler)?.stepUp) continue;
    const url = path.replace(/:\w+/g, '0198c0de-0000-7000-8000-000000000000');
    const call = method.toLowerCase() as 'post' | 'put' | 'delete';
    const answer = await app.http[call](url).set(stale).send({});
    const { code } = answer.body as { code?: string };
    answers[`${method} ${path}`] = `${answer.status} ${code ?? ''}`;
  }
  return answers;
}
