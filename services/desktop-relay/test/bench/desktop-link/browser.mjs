/**
 * browser.mjs CONNECTION KEYS SECONDS PAGE: measures the same as native.py, in Chromium: the time from a key sent by
 * the page to the next color on the canvas, and the number of colors shown in SECONDS. Prints one line of JSON. PAGE
 * is the folder of the built page.mjs, which is not loaded over the link because browsers have it in their cache.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [line, keys, seconds, folder] = process.argv.slice(2);
const connection = JSON.parse(line);
/** Keyboard scancodes. */
const KEY_A = 0x1e;
const KEY_F = 0x21;
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
// A routed page has no address, so Chromium would not let it connect to private addresses.
const args = ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'];
const browser = await chromium.launch({ executablePath, args });
try {
  const tab = await browser.newPage();
  tab.on('pageerror', (error) => console.error(error));
  await tab.route(`${connection.origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(folder, pathname === '/' ? 'index.html' : pathname) });
  });
  await tab.goto(connection.origin);
  await tab.evaluate((to) => window.open(to), connection);
  await tab.waitForTimeout(3_000);
  const press = (count) => tab.evaluate(([key, n]) => window.pressKeys(key, n), [KEY_A, count]);
  await press(1);
  let before = came();
  const keyToScreenMs = await press(Number(keys));
  const perKey = each(before, keyToScreenMs.length);
  await tab.evaluate((key) => window.press(key), KEY_F);
  await tab.waitForTimeout(2_000);
  before = came();
  const frames = await tab.evaluate((most) => window.countFrames(most), Number(seconds));
  const perFrame = each(before, frames);
  const framesPerSecond = frames / Number(seconds);
  console.log(JSON.stringify({ keyToScreenMs, perKey, framesPerSecond, perFrame }));
} finally {
  await browser.close();
}

function came() {
  const count = (what) => Number(readFileSync(`/sys/class/net/slow/statistics/rx_${what}`, 'utf8'));
  return { packets: count('packets'), bytes: count('bytes') };
}

function each(before, count) {
  const now = came();
  const of = (what) => (now[what] - before[what]) / Math.max(count, 1);
  return { packets: of('packets'), bytes: of('bytes') };
}
