import { expect, test } from '../../support/console-errors.js';
import { administrator, unverifiedUser } from '../accounts.js';
import { address, call } from '../attackers.js';
import { hasDefaultLimits, NEEDS_DEFAULT_LIMITS } from './installation.js';

const { DEAD_ADDRESS = '' } = process.env;
/** Maximum checks of a VPS per hour across all callers. */
const MAX_CHECKS = 30;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test.describe('finding 8: imports over http, and checks of other people’s machines', () => {
  test('an import without https requires the file’s hash', async () => {
    const { token } = await administrator();
    const version = await call('127.0.0.1', '/api/admin/windows-versions', {
      body: { name: 'Finding 8', slug: `finding-${Date.now().toString(36)}` },
      headers: bearer(token),
    });
    const { id } = version.body.data as { id: string };
    const answer = await call('127.0.0.1', '/api/admin/windows-images/import', {
      body: { windows_version_id: id, source: 'url', location: 'http://127.0.0.1:9/image.raw' },
      headers: bearer(token),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('VALIDATION_FAILED');
    expect(JSON.stringify(answer.body)).toContain('sha256');
    const path = `/api/admin/windows-versions/${id}`;
    await call('127.0.0.1', path, { method: 'DELETE', headers: bearer(token) });
  });

  test('a VPS is checked at most 30 times per hour across all callers', async () => {
    test.skip(!DEAD_ADDRESS, 'needs an address that may be asked for as a VPS');
    test.skip(!hasDefaultLimits, NEEDS_DEFAULT_LIMITS);
    const users = [await unverifiedUser('checks'), await unverifiedUser('checks-too')];
    const check = (n: number) =>
      call(address(760 + n), '/api/user/install/check', {
        body: { ip: DEAD_ADDRESS, passwd_vps: 'Root-Pass-1' },
        headers: bearer(users[n % 2]!.token),
      });
    for (let n = 0; n < MAX_CHECKS; n += 1) {
      const started = await check(n);
      expect([n, started.status]).toEqual([n, 202]);
      const { id } = started.body.data as { id: string };
      const headers = bearer(users[n % 2]!.token);
      const state = async () => {
        const { body } = await call('127.0.0.1', `/api/user/install/check/${id}`, { headers });
        return (body.data as { status: string }).status;
      };
      await expect.poll(state).toBe('failed');
    }
    expect(await check(MAX_CHECKS)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  });
});
