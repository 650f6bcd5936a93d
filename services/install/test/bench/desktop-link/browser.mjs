/**
 * browser.mjs CONNECTION KEYS SECONDS: the same as native.py, in Chromium: from a key that the page sends to the canvas' next
 * colour, and how many colours it shows in SECONDS. Prints one line of JSON. IronRDP signs in as the line of far-side.mjs
 * says; its code does not come over the link: browsers have it in their cache.
 */
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
  const measured = await tab.evaluate(measure, { keys: Number(keys), seconds: Number(seconds) });
  console.log(JSON.stringify(measured));
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
  window.press = (scancode) => {
    const input = new Backend.InputTransaction();
    input.addEvent(Backend.DeviceEvent.keyPressed(scancode));
    input.addEvent(Backend.DeviceEvent.keyReleased(scancode));
    window.session.applyInputs(input);
  };
  window.ended = window.session.run().then(() => 'ended', (error) => String(error));
</script>`;
}

/** Runs in the page. */
async function measure({ keys, seconds }) {
  const LONGEST_MS = 20_000;
  const KEY_A = 0x1e;
  const KEY_F = 0x21;
  const canvas = document.querySelector('canvas');
  const small = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const colour = () => {
    small.drawImage(canvas, canvas.width / 2, canvas.height / 2, 1, 1, 0, 0, 1, 1);
    return small.getImageData(0, 0, 1, 1).data.join();
  };
  const keyToScreen = async () => {
    const before = colour();
    const begun = performance.now();
    window.press(KEY_A);
    while (colour() === before) {
      if (performance.now() - begun > LONGEST_MS) throw new Error('a key changed nothing');
      await frame();
    }
    return performance.now() - begun;
  };
  await sleep(3_000);
  await keyToScreen();
  const keyToScreenMs = [];
  for (let n = 0; n < keys; n += 1) {
    await sleep(300);
    keyToScreenMs.push(await keyToScreen());
  }
  window.press(KEY_F);
  await sleep(2_000);
  let seen = colour();
  let count = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await frame();
    const now = colour();
    if (now !== seen) count += 1;
    seen = now;
  }
  window.press(KEY_A);
  return { keyToScreenMs, framesPerSecond: count / seconds };
}
