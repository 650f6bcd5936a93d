/**
 * browser.mjs CONNECTION KEYS SECONDS: the same as native.py, in Chromium: from a key that the page sends to the canvas' next
 * colour, and how many colours it shows in SECONDS. Prints one line of JSON. IronRDP signs in as the line of far-side.mjs
 * says; its code does not come over the link: browsers have it in their cache.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const [line, keys, seconds] = process.argv.slice(2);
const connection = JSON.parse(line);
const client = createRequire(import.meta.url).resolve('@devolutions/iron-remote-desktop-rdp');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
// A page that is routed has no address of its own, and Chromium would let it speak to no private one.
const args = ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'];
const browser = await chromium.launch({ executablePath, args });
try {
  const tab = await browser.newPage();
  tab.on('pageerror', (error) => console.error(error));
  await tab.route('**/client.js', (route) => route.fulfill({ path: client }));
  await tab.route(connection.origin, (route) =>
    route.fulfill({ contentType: 'text/html', body: page(connection) }),
  );
  await tab.goto(connection.origin);
  await tab.waitForFunction(() => window.ended !== undefined, undefined, { timeout: 60_000 });
  await tab.waitForTimeout(3_000);
  await tab.evaluate(pressKeys, 1);
  let before = came();
  const keyToScreenMs = await tab.evaluate(pressKeys, Number(keys));
  const perKey = each(before, keyToScreenMs.length);
  await tab.evaluate(() => window.press(window.keys.F));
  await tab.waitForTimeout(2_000);
  before = came();
  const frames = await tab.evaluate(countFrames, Number(seconds));
  const perFrame = each(before, frames);
  const framesPerSecond = frames / Number(seconds);
  console.log(JSON.stringify({ keyToScreenMs, perKey, framesPerSecond, perFrame }));
} finally {
  await browser.close();
}

function page({ url, ticket, destination, user, password }) {
  const sign = JSON.stringify({ url, ticket, destination, user, password });
  return `<!doctype html><title>Link</title><canvas width="800" height="600"></canvas>
<script type="module">
  import { Backend, init } from '/client.js';
  const { url, ticket, destination, user, password } = ${sign};
  const canvas = document.querySelector('canvas');
  await init('');
  window.session = await new Backend.SessionBuilder()
    .proxyAddress(url).authToken(ticket).destination(destination)
    .serverDomain('').username(user).password(password)
    .desktopSize(new Backend.DesktopSize(800, 600)).renderCanvas(canvas)
    .setCursorStyleCallbackContext(canvas).setCursorStyleCallback(() => undefined)
    .connect()
    .catch((error) => { throw new Error(error.backtrace()); });
  window.keys = { A: 0x1e, F: 0x21 };
  const small = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  window.colour = () => {
    small.drawImage(canvas, canvas.width / 2, canvas.height / 2, 1, 1, 0, 0, 1, 1);
    return small.getImageData(0, 0, 1, 1).data.join();
  };
  window.frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  window.press = (scancode) => {
    const input = new Backend.InputTransaction();
    input.addEvent(Backend.DeviceEvent.keyPressed(scancode));
    input.addEvent(Backend.DeviceEvent.keyReleased(scancode));
    window.session.applyInputs(input);
  };
  window.ended = window.session.run().then(() => 'ended', (error) => String(error));
</script>`;
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

/** Runs in the page, as the next one does. */
async function pressKeys(count) {
  const LONGEST_MS = 20_000;
  const all = [];
  while (all.length < count) {
    const before = window.colour();
    const begun = performance.now();
    window.press(window.keys.A);
    while (window.colour() === before) {
      if (performance.now() - begun > LONGEST_MS) throw new Error('a key changed nothing');
      await window.frame();
    }
    all.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return all;
}

async function countFrames(seconds) {
  let seen = window.colour();
  let count = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await window.frame();
    const now = window.colour();
    if (now !== seen) count += 1;
    seen = now;
  }
  return count;
}
