import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../../support/console-errors.js';
import { administrator } from '../accounts.js';
import { address, call, securityApi, expectNotBlocked } from '../attackers.js';

const { BASE_URL = '' } = process.env;

test.describe('finding 1: any web page could get its visitors blocked', () => {
  test('calls, images and floods from a foreign page block no visitor', async () => {
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
      for (const site of ['cross-site', 'same-site']) {
        const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': 'image' };
        await call(visitor, `/api/x${n}-${site}.png`, { headers });
      }
    }
    // Old browsers send no header about the originating page. A callback without a signature does not count as a
    // guess.
    for (let n = 0; n < 4; n += 1) {
      await call(visitor, '/api/payments/tripay/callback', { method: 'POST' });
    }
    // Confirms that a reported call would have had an effect by now.
    const admin = securityApi((await administrator()).token);
    const scanner = address(701);
    for (let n = 0; n < 16; n += 1) await call(scanner, `/api/y${n}.php`);
    await admin.alertOf('path-scanning', scanner);
    await expectNotBlocked(visitor);
  });

  test('a browser misused by such a page is not reported', async ({ browser }) => {
    const admin = securityApi((await administrator()).token);
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
      // Cross-Origin-Resource-Policy hides the responses from the page, but the calls still arrive.
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
    // A link from the foreign page still opens ours.
    await page.evaluate((target) => location.assign(`${target}/login`), BASE_URL);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.close();
    site.close();
  });
});
