import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/console-errors.js';
import { administrator, apiKeyOf, newUser, PASSWORD } from './accounts.js';
import { ADMIN, CUSTOMER, start, withKey } from './command.js';
import { createVersion, uploadDisk } from './disks.js';
import { simulatePayment } from './sandbox.js';
import { signInAs } from './screens.js';

const { BASE_URL = '', DEAD_ADDRESS = '', SHOTS_DIR } = process.env;

test.describe('command line, against the running product', () => {
  let folder: string;
  test.beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'casement-cli-'))));
  test.afterEach(() => rmSync(folder, { recursive: true }));

  test('an operator imports and grants quota; a customer checks, installs, watches and pays', async () => {
    test.setTimeout(5 * 60_000);
    const slug = `cli-${randomBytes(4).toString('hex')}`;
    uploadDisk(`${slug}.raw`);
    const first = await administrator();
    await createVersion(first, slug);
    const fields = { scopes: ADMIN, networks: ['127.0.0.1', '::1'], expires_in_days: 1 };
    const asAdmin = withKey(await apiKeyOf(first, fields));
    const customer = await newUser();
    const passwords = {
      CASEMENT_VPS_PASSWORD: 'Root-Pass-1',
      CASEMENT_RDP_PASSWORD: 'Rdp "50%" pass',
    };
    const key = await apiKeyOf(customer, { scopes: CUSTOMER });
    const casement = withKey(key, passwords);

    await test.step('imports an existing image and rejects a missing one', async () => {
      expect((await asAdmin('admin', 'import', slug, 'none.raw')).exit).not.toBe(0);
      const imported = await asAdmin('admin', 'import', slug, `${slug}.raw`, '--json');
      expect(imported).toMatchObject({ exit: 0, err: '' });
      expect(JSON.parse(imported.out)).toMatchObject({ status: 'done' });
      expect((await casement('versions')).out).toContain(slug);
    });

    await test.step('exits with 8 and starts no install without quota', async () => {
      expect(await casement('install', DEAD_ADDRESS, '--windows', slug)).toMatchObject({ exit: 8 });
      expect(await casement('list', '--json')).toMatchObject({ exit: 0, out: '[]\n' });
      expect(await casement('admin', 'quota', customer.username, '--add', '1')).toMatchObject({
        exit: 5,
      });
    });

    await test.step('grants and buys quota, and notifies a listener', async () => {
      const given = await asAdmin('admin', 'quota', customer.username, '--set', '3');
      expect(given).toMatchObject({ exit: 0, out: `Quota of ${customer.username}: 3\n` });
      const order = await casement('topup', '1', '--method', 'QRIS', '--json');
      expect(order).toMatchObject({ exit: 0, err: '' });
      expect(JSON.parse(order.out)).toMatchObject({ quantity: 1, status: 'UNPAID' });
      const listening = start(
        ['webhook', 'listen', '--events', 'topup.paid', '--count', '1', '--json'],
        { CASEMENT_API_KEY: key, CASEMENT_CONFIG: '/nonexistent' },
      );
      await expect.poll(() => listening.run.err).toContain('Listening');
      await simulatePayment('pay');
      const told = await listening.ended;
      expect(told.exit).toBe(0);
      expect(JSON.parse(told.out)).toMatchObject({ type: 'topup.paid', data: { quantity: 1 } });
      await expect.poll(async () => (await casement('quota')).out).toBe('Quota: 4\n');
    });

    await test.step('reports an unreachable VPS as unfit and fails its install', async () => {
      expect(await casement('check', DEAD_ADDRESS)).toMatchObject({ exit: 3 });
      const file = join(folder, 'machines.csv');
      writeFileSync(
        file,
        `ip,win_ver,passwd_vps,passwd_rdp\n${DEAD_ADDRESS},${slug},a,Rdp-Pass-1\n`,
        { mode: 0o600 },
      );
      const many = await casement('install', '-f', file, '--yes', '--json');
      expect(many.exit).toBe(3);
      expect(many.out).toContain('"status":"unfit"');
      const installArguments = [DEAD_ADDRESS, '--windows', slug, '--json'];
      const installed = await casement('install', ...installArguments);
      expect(installed.exit).toBe(4);
      const lines = installed.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { status: string });
      expect(lines.map(({ status }) => status)).toContain('failed');
      expect((await casement('watch', DEAD_ADDRESS)).out).toContain('failed: ');
      expect((await casement('logs', '-f', DEAD_ADDRESS)).out).toMatch(
        /^Install {2}[0-9a-f-]{36}\n/,
      );
      expect((await casement('rdp', DEAD_ADDRESS)).out).toContain(`${DEAD_ADDRESS}:`);
      expect(await casement('cancel', DEAD_ADDRESS)).toMatchObject({ exit: 7 });
      await expect.poll(async () => (await casement('quota')).out).toBe('Quota: 4\n');
    });

    await test.step('blocks and unblocks an address', async () => {
      const block = ['203.0.113.77', '--reason', 'Scanner'];
      expect(await asAdmin('admin', 'block', ...block)).toMatchObject({ exit: 0 });
      expect(await asAdmin('admin', 'unblock', ...block)).toMatchObject({ exit: 0 });
    });
  });

  test('RFC 8628 login: the code is typed and confirmed in a browser, and the key works', async ({
    page,
  }) => {
    const customer = await newUser();
    const file = join(folder, 'config.json');
    const login = start(['login', '--name', 'build-01'], { CASEMENT_CONFIG: file });
    await expect.poll(() => login.run.err).toContain('enter this code');
    const [, uri = '', code = ''] =
      /Open (\S+)\nand enter this code: (\S+)/.exec(login.run.err) ?? [];
    expect(uri).toBe(`${BASE_URL}/dashboard?device=1`);
    await signInAs(page, customer.username, PASSWORD);
    await page.getByText(`Welcome, ${customer.username}`).waitFor();
    await page.goto('/dashboard?device=1');
    await page.getByLabel('Code from your terminal').fill(code);
    if (SHOTS_DIR) await page.screenshot({ path: join(SHOTS_DIR, 'device-code.png') });
    await page.getByRole('button', { name: 'Continue' }).click();
    const confirm = page.getByRole('dialog', { name: 'Create an API key for build-01?' });
    await confirm.waitFor();
    if (SHOTS_DIR) await page.screenshot({ path: join(SHOTS_DIR, 'device-confirm.png') });
    await confirm.getByRole('button', { name: 'Create key' }).click();
    expect(await login.ended).toMatchObject({ exit: 0, out: `Key saved in ${file}.\n` });
    expect(readFileSync(file, 'utf8')).toContain('csm_');
    expect(await start(['quota'], { CASEMENT_CONFIG: file }).ended).toMatchObject({
      exit: 0,
      out: 'Quota: 0\n',
    });
  });
});
