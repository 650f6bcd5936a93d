import { RouteList } from '../platform/routes/route-list.js';
import type { TestApp } from './test-app.js';

/**
 * Calls every route of a service as an administrator whose last confirmation is slightly too old. Requests the second
 * page of lists.
 *
 * @param stale authorization header of that administrator
 * @returns the routes that responded with 403 STEP_UP_REQUIRED, e.g. `POST /api/admin/…`
 */
export async function stepUpRefusals(
  app: Pick<TestApp, 'get' | 'http'>,
  stale: Readonly<Record<string, string>>,
): Promise<string[]> {
  const refused: string[] = [];
  for (const { method, path, access } of app.get(RouteList).all()) {
    if (access !== 'signed-in' && access !== 'admin') continue;
    // Skips event streams, which do not end.
    if (path.endsWith('/events')) continue;
    const url = path.replace(/:\w+/g, '0198c0de-0000-7000-8000-000000000000');
    const call = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    const answer = await app.http[call](`${url}?page=2`).set(stale).send({});
    const { code } = answer.body as { code?: string };
    if (code === 'STEP_UP_REQUIRED') refused.push(`${method} ${path}`);
  }
  return refused.sort();
}
