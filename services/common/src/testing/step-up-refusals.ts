import { RouteList } from '../platform/routes/route-list.js';
import type { TestApp } from './test-app.js';

/**
 * Calls every route of a service with the token of an administrator whose password or code is a little too old. Lists are
 * asked for their second page.
 *
 * @returns the routes that answered 403 STEP_UP_REQUIRED: `POST /api/admin/…`
 */
export async function stepUpRefusals(
  app: Pick<TestApp, 'get' | 'http'>,
  stale: Readonly<Record<string, string>>,
): Promise<string[]> {
  const refused: string[] = [];
  for (const { method, path, access } of app.get(RouteList).all()) {
    if (access !== 'signed-in' && access !== 'admin') continue;
    // An event stream does not end.
    if (path.endsWith('/events')) continue;
    const url = path.replace(/:\w+/g, '0198c0de-0000-7000-8000-000000000000');
    const call = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const answer = await app.http[call](`${url}?page=2`).set(stale).send({});
    const { code } = answer.body as { code?: string };
    if (code === 'STEP_UP_REQUIRED') refused.push(`${method} ${path}`);
  }
  return refused.sort();
}
