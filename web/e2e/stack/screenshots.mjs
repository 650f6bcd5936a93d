// screenshots.mjs [CUSTOMER-LINK ADMINISTRATOR-LINK]: makes the README's screenshots, docs/screenshots/*.webp. Installs on
// the suggested VPS in a browser. Starts a new demo on free ports unless it gets the links of a running one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { freePort } from '@casement/local/ports.js';

const root = join(import.meta.dirname, '..', '..', '..');
const folder = join(root, 'docs', 'screenshots');
const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
const PHONE = { width: 390, height: 844 };
/** Limit of all pictures together, because every clone has them. */
const MAX_BYTES = 1_000_000;
/** Passwords of the demo, see deploy/demo/src/person.ts. */
const PASSWORD = 'Demo-Jendela-7!';
const RDP_PASSWORD = 'Demo-Windows-1';

const [, , customer, administrator] = process.argv;
const demo = customer ? { customer, administrator, stop: () => undefined } : await startDemo();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-quic'],
});
try {
  mkdirSync(folder, { recursive: true });
  await takeAdministrator(await open(demo.administrator));
  await takeCustomer(await open(demo.customer));
} finally {
  await browser.close();
  await demo.stop();
}
const total = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
console.log(`${total.toLocaleString('en')} bytes in ${folder}`);
if (total > MAX_BYTES) throw new Error(`More than ${MAX_BYTES.toLocaleString('en')} bytes.`);

async function startDemo() {
  const dataDir = mkdtempSync(join(tmpdir(), 'casement-screenshots-'));
  const child = spawn(process.execPath, ['deploy/demo/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DEMO_DATA_DIR: dataDir,
      PORT: String(await freePort()),
      MAIL_PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
    },
  });
  let output = '';
  await new Promise((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (part) => {
      process.stdout.write(part);
      output += part;
      if (output.includes('Ctrl-C stops everything')) resolve();
    });
    child.once('exit', resolve);
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  const [customer, administrator] = ['Customer', 'Administrator'].map(
    (who) => new RegExp(`${who} +(http\\S+)`).exec(output)?.[1],
  );
  if (administrator) return { customer, administrator, stop };
  await stop();
  throw new Error('The demo did not start.');
}

async function open(link) {
  const context = await browser.newContext({
    ...DESKTOP,
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function shoot(page, name) {
  await page.waitForFunction(() => !document.querySelector('.skel'));
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ animations: 'disabled' });
  await sharp(png)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(folder, `${name}.webp`));
}

async function takeAdministrator(page) {
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await shoot(page, 'admin');
  await page.context().close();
}

async function takeCustomer(page) {
  await page.getByText('Welcome, sari').waitFor();
  await shoot(page, 'dashboard');
  const address = await install(page);
  await page.getByRole('button', { name: 'Dashboard' }).first().click();
  // The machines of the batch are installed at the same time.
  await page.getByText('Writing Windows').first().waitFor({ timeout: 120_000 });
  await shoot(page, 'install');
  await page.setViewportSize(PHONE);
  await shoot(page, 'phone');
  await page.setViewportSize(DESKTOP.viewport);
  await openDesktop(page, address);
  await shoot(page, 'desktop');
}

/** Installs on the VPS that the demo suggests and returns its address. */
async function install(page) {
  await page.getByRole('button', { name: 'Install Windows' }).first().click();
  await page.getByRole('button', { name: /^Demo VPS/ }).click();
  const address = await page.getByLabel('VPS IP address').inputValue();
  await page.getByLabel('Windows version', { exact: true }).selectOption('ws2022');
  await page.getByLabel('RDP password', { exact: true }).fill(RDP_PASSWORD);
  await page.getByRole('button', { name: 'Install Windows, use 1 quota' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${address}?` });
  await dialog
    .getByLabel(/type the last number of/)
    .fill(address.slice(address.lastIndexOf('.') + 1));
  await page.getByRole('button', { name: 'Erase and install, use 1 quota' }).click();
  await page.getByRole('heading', { name: 'Install History' }).waitFor();
  return address;
}

async function openDesktop(page, address) {
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await page.addLocatorHandler(confirmation, async () => {
    await confirmation.getByLabel('Your password').fill(PASSWORD);
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
  });
  await page.getByRole('button', { name: 'Install History' }).first().click();
  await page
    .getByRole('button', { name: `Open in browser: the desktop of ${address}` })
    .first()
    .click({ timeout: 240_000 });
  await page.getByLabel('RDP password').fill(RDP_PASSWORD);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForFunction(
    () => {
      const canvas = document.querySelector('canvas');
      const pixel = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas?.width) return false;
      // The last tile that is drawn.
      pixel.drawImage(canvas, 1 - canvas.width, 1 - canvas.height);
      return pixel.getImageData(0, 0, 1, 1).data.some((value, n) => n < 3 && value > 0);
    },
    undefined,
    { timeout: 60_000 },
  );
}
