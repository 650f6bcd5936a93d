import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../support/quiet.js';
import { administrator } from './accounts.js';
import { address, call, desk, isFree, register } from './attackers.js';

/**
 * One test per finding of a penetration test of release 0.1.0, each of which that release fails. They call from outside
 * only, so `BASE_URL` may be any installation.
 */
const { BASE_URL = '' } = process.env;

test.describe('findings', () => {
  test('no page can get its visitors blocked: calls, images, floods', async () => {
    const visitor = address(700);
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' };
    for (let n = 0; n < 4; n += 1) {
      const answer = await call(visitor, '/api/payments/tripay/callback', {
        method: 'POST',
        headers: foreign,
      });
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    for (let n = 0; n < 20; n += 1) {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
      await call(visitor, `/api/x${n}.png`, { headers });
    }
    // An old browser says nothing at all of the page: a callback without a signature guesses nothing.
    for (let n = 0; n < 4; n += 1) {
      await call(visitor, '/api/payments/tripay/callback', { method: 'POST' });
    }
    // Sees to it that what had been reported would have had its effect.
    const admin = desk((await administrator()).token);
    const scanner = address(701);
    for (let n = 0; n < 16; n += 1) await call(scanner, `/api/y${n}.php`);
    await admin.alertOf('path-scanning', scanner);
    await isFree(visitor);
  });

  test('a browser that such a page uses is not reported', async ({ browser }) => {
    const admin = desk((await administrator()).token);
    const alerts = async () => (await admin.get('alerts?ip=127.0.0.1&pageSize=100')).body.data;
    const before = await alerts();
    const site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Elsewhere</title>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.evaluate(async (target) => {
      // Cross-Origin-Resource-Policy keeps the answers from the page; the calls arrive all the same.
      const post = () =>
        fetch(`${target}/api/payments/tripay/callback`, { method: 'POST', mode: 'no-cors' }).catch(
          () => undefined,
        );
      const images = Array.from({ length: 16 }, (_, n) => {
        const image = new Image();
        image.src = `${target}/api/x${n}.png`;
        return new Promise((resolve) => (image.onerror = resolve));
      });
      await Promise.all([post(), post(), post(), post(), ...images]);
    }, BASE_URL);
    const scanner = address(702);
    for (let n = 0; n < 16; n += 1) await call(scanner, `/api/z${n}.php`);
    await admin.alertOf('path-scanning', scanner);
    expect(await alerts()).toEqual(before);
    // A link from there still leads to the pages.
    await page.evaluate((target) => location.assign(`${target}/login`), BASE_URL);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.close();
    site.close();
  });

  test('a stolen administrator’s token promotes nobody: only a sign-in or a confirmation does', async () => {
    const admin = await administrator();
    const victim = await register(address(703));
    // Of a token that cannot be confirmed, by what it carries: the sign-in is in it, and a refresh leaves it as it is.
    const claims = JSON.parse(
      Buffer.from(admin.token.split('.')[1] ?? '', 'base64url').toString(),
    ) as { auth_time?: number; iat: number };
    expect(claims.auth_time).toBeLessThanOrEqual(claims.iat);
    const answer = await call(address(704), '/api/auth/step-up', {
      body: { password: 'Not-The-Password-1!' },
      headers: { authorization: `Bearer ${victim.token}` },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } });
  });
});
