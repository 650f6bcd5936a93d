/** Measured page: contains only the site's desktop client. */
import { openDesktop } from '@casement/web/desktop/iron.js';
import { Meter } from '@casement/web/desktop/meter.js';

const SIZE = { width: 800, height: 600, scale: 100 };
const canvas = document.querySelector('canvas');
const small = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
let desktop;

window.open = async ({ url, ticket, destination, user, password }) => {
  const options = { url, ticket, destination, account: user, password, canvas, size: SIZE };
  desktop = await openDesktop(
    { ...options, meter: new Meter() },
    new AbortController().signal,
  ).catch((error) => Promise.reject(new Error(JSON.stringify(error.closing ?? String(error)))));
};

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const colour = () => {
  small.drawImage(canvas, canvas.width / 2, canvas.height / 2, 1, 1, 0, 0, 1, 1);
  return small.getImageData(0, 0, 1, 1).data.join();
};

window.press = (scancode) =>
  desktop.send([true, false].map((down) => ({ type: 'key', scancode, down })));

/** Presses the key `count` times and returns the milliseconds from each press to the next color. */
window.pressKeys = async (scancode, count) => {
  const MAX_MS = 20_000;
  const all = [];
  while (all.length < count) {
    const before = colour();
    const startedAt = performance.now();
    window.press(scancode);
    while (colour() === before) {
      if (performance.now() - startedAt > MAX_MS) throw new Error('a key changed nothing');
      await frame();
    }
    all.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return all;
};

/** Returns the number of colors shown within the given seconds. */
window.countFrames = async (seconds) => {
  let seen = colour();
  let count = 0;
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    await frame();
    const now = colour();
    if (now !== seen) count += 1;
    seen = now;
  }
  return count;
};
