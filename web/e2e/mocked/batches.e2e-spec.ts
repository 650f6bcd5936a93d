import type { Batch } from '@casement/proto/http/install/batches/batches.js';
import type { Page } from '@playwright/test';
import {
  makeBatch,
  makeBatchRow,
  makeLargeBatch,
} from '@casement/web/testing/factories/batch-factories.js';
import { expectAccessibleEverywhere } from '../support/accessibility.js';
import { pressButton, tabTo, typeInto } from '../support/keyboard.js';
import { List, type Answers } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import { customer } from '../support/customer.js';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1440, height: 900 } });

const WIDTHS = [375, 768, 1440];
const large = makeLargeBatch();
const ready = makeBatch(
  [
    makeBatchRow(),
    makeBatchRow({ row: 2, ip: '203.0.113.25', ssh_port: 20_122 }),
    makeBatchRow({
      row: 3,
      ip: '203.0.113.26',
      status: 'unfit',
      credentials_until: null,
      failure: {
        code: 'SSH_AUTH_FAILED',
        message: 'The VPS did not accept the root password.',
        cure: 'Check the root password with your provider.',
      },
    }),
  ],
  { id: 'batch-2' },
);
const sent: unknown[] = [];
const answers = (second: Batch = ready): Answers => ({
  ...customer(),
  'GET /user/batches': () => new List([ready, large], 2),
  'GET /user/batches/batch-1': () => large,
  'GET /user/batches/batch-2': () => second,
  'POST /user/batches': (body) => {
    sent.push(body);
    return { ...ready, status: 'checking' };
  },
  'POST /user/batches/batch-2/start': (body) => {
    sent.push(body);
    return Object.assign(second, { status: 'running', limit: 10 });
  },
});

const goTo = async (page: Page) => {
  await page.getByText('Welcome, Rahmat').waitFor();
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Install Windows' })
    .click();
  await page.getByRole('button', { name: 'Many machines at once' }).click();
};
const openBatch = async (page: Page, n: number) => {
  await goTo(page);
  await page
    .getByRole('button', { name: /^Open the batch of/ })
    .filter({ visible: true })
    .nth(n)
    .click();
  await page.getByRole('heading', { level: 2 }).waitFor();
};

test('batch form shows every problem in a machine list before sending it', async ({ open }) => {
  const page = await open('/dashboard', answers(), { user: true });
  await goTo(page);
  await page.getByText('Ready to start').filter({ visible: true }).waitFor();
  await expectAccessibleEverywhere(page, 'batches', WIDTHS);

  await page.getByRole('button', { name: 'New batch' }).click();
  await page
    .getByLabel('Machines', { exact: true })
    .fill('203.0.113.24,root-1\n203.0.113.25,root-2\n203.0.113,root-3\n203.0.113.24,root-4');
  await page.getByLabel('Windows version').selectOption('ws2022');
  await page.getByLabel('RDP password').fill('Secret-of-1!');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('2 machines have problems and will be left out.')).toBeVisible();
  await expectAccessibleEverywhere(page, 'batch-preview', WIDTHS);
  expect(sent).toEqual([]);

  await page.getByRole('button', { name: 'Check 2 machines' }).click();
  await expect(page.getByRole('button', { name: 'Cancel batch' })).toBeVisible();
  expect(sent).toMatchObject([{ rows: [{ ip: '203.0.113.24' }, { ip: '203.0.113.25' }] }]);
  const kept = await page.evaluate(() =>
    JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toMatch(/root-\d|Secret-of/);
});

test('a batch is created and started by keyboard only', async ({ open }) => {
  sent.length = 0;
  const page = await open('/dashboard', answers({ ...ready }), { user: true });
  await page.getByText('Welcome, Rahmat').waitFor();
  await pressButton(page, 'Install Windows');
  await pressButton(page, 'Many machines at once');
  await pressButton(page, 'New batch');
  await expect(page.getByLabel('Machines', { exact: true })).toBeFocused();
  await page.keyboard.type('203.0.113.24,root-1');
  const version = page.getByLabel('Windows version');
  await tabTo(page, version);
  await version.getByRole('option', { name: 'Windows Server 2022' }).waitFor({ state: 'attached' });
  await page.keyboard.type('Windows Server 2022');
  await typeInto(page, 'RDP password', 'Secret-of-1!');
  await pressButton(page, 'Preview');
  await pressButton(page, 'Check 1 machine');
  await page.getByRole('button', { name: 'Start 2 machines' }).waitFor();
  await expect(page.locator('main :focus')).toHaveCount(1);
  await pressButton(page, 'Start 2 machines');
  await page.getByRole('dialog').waitFor();
  await pressButton(page, 'Erase and install, use 2 quota');
  await expect(page.getByText(/doesn’t match the number of machines/)).toBeVisible();
  await expectAccessibleEverywhere(page, 'batch-start', WIDTHS);
  await typeInto(page, 'Number of machines', '2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(sent.at(-1)).toEqual({ limit: 10 });
});

test('batch retry starts immediately when the passwords are stored', async ({ open }) => {
  const noQuota = { status: 'no_quota', credentials_until: '2026-11-26T10:00:00.000Z' } as const;
  const ended = makeBatch(
    [
      makeBatchRow({ status: 'completed', credentials_until: null }),
      makeBatchRow({ row: 2, ip: '203.0.113.25', ...noQuota }),
      makeBatchRow({ row: 3, ip: '203.0.113.26', ...noQuota }),
      makeBatchRow({ row: 4, ip: '203.0.113.27', status: 'expired', credentials_until: null }),
    ],
    { id: 'batch-2', status: 'ended', started_at: '2026-11-25T10:00:00.000Z' },
  );
  let retried = 0;
  const page = await open(
    '/dashboard',
    {
      ...answers(ended),
      'POST /user/batches/batch-2/retry': () => {
        retried += 1;
        const rows = ended.rows.map((row) =>
          row.status === 'no_quota' ? { ...row, status: 'checking' as const } : row,
        );
        return Object.assign(ended, { status: 'running', rows });
      },
    },
    { user: true },
  );
  await openBatch(page, 0);
  await page.getByRole('button', { name: 'Retry 2 machines' }).click();
  await expect(page.getByText(/each machine that passes will be erased/)).toBeVisible();
  await expectAccessibleEverywhere(page, 'batch-retry', WIDTHS);
  await page.getByRole('button', { name: 'Check again' }).click();
  // The open dialog hides the buttons behind it, so wait until it has closed.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  expect(retried).toBe(1);
});

test('batch view shows 200 machines at a glance and the reasons for failures', async ({ open }) => {
  const page = await open('/dashboard', answers(), { user: true });
  await openBatch(page, 1);
  const grid = page.getByRole('list', { name: 'Machines by state' });
  await expect(grid.getByRole('button')).toHaveCount(200);
  // All machines fit on a laptop screen without scrolling.
  const { height } = (await grid.boundingBox())!;
  expect(height).toBeLessThan(620);
  await expectAccessibleEverywhere(page, 'batch-200', WIDTHS);

  await page.getByLabel('Show').selectOption('problems');
  await expect(
    page.getByText('The VPS did not accept the root password.').filter({ visible: true }).first(),
  ).toBeVisible();
  await grid.getByRole('button', { name: /^Row 7, / }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessibleEverywhere(page, 'batch-row', WIDTHS);
});
