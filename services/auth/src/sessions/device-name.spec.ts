import { deviceName } from './device-name.js';

const MOZILLA = 'Mozilla/5.0';
const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe(deviceName.name, () => {
  it.each([
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/141.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [
      `${MOZILLA} (Windows NT 10.0) ${KHTML} Chrome/141.0 Safari/537.36 Edg/141.0`,
      'Edge on Windows',
    ],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${KHTML} Version/19.0 Safari/605.1`,
      'Safari on macOS',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${KHTML} CriOS/141.0 Safari/604.1`,
      'Chrome on iOS',
    ],
    [
      `${MOZILLA} (Linux; Android 16) ${KHTML} SamsungBrowser/29 Chrome/136 Safari/537`,
      'Samsung Internet on Android',
    ],
    [`${MOZILLA} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox on Linux'],
    ['curl/8.5.0', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
    ['', 'Unknown device'],
    [undefined, 'Unknown device'],
  ])('names the User-Agent %s: %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
