import { expect, test } from '../support/console-errors.js';

test.describe('API reference at /api/docs', () => {
  test('shows the calls of each service without requests to other origins', async ({
    page,
    baseURL,
    request,
  }) => {
    const foreign: string[] = [];
    page.on('request', (sentRequest) => {
      const { protocol, origin } = new URL(sentRequest.url());
      if (protocol.startsWith('http') && origin !== baseURL) foreign.push(sentRequest.url());
    });
    await page.goto('/api/docs');

    const { paths } = (await (await request.get('/api/docs/openapi.json')).json()) as {
      paths: Record<string, Record<string, { tags: string[] }>>;
    };
    const calls = Object.values(paths).flatMap((item) => Object.values(item));
    const ofBilling = calls.filter(({ tags }) => tags.includes('billing')).length;
    expect(ofBilling).toBeGreaterThan(20);
    await expect(page.locator('.opblock-tag')).toHaveCount(5);
    await page.locator('.opblock-tag', { hasText: 'billing' }).click();
    await expect(page.locator('.opblock')).toHaveCount(ofBilling);
    await page.getByText('/api/user/topup/calculate').click();
    await expect(page.locator('.opblock.is-open')).toContainText('Any signed-in user.');
    expect(foreign).toEqual([]);
  });
});
