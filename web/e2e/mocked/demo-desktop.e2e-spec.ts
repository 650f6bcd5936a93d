import { makeInstall, makeRdp } from '@casement/web/testing/factories/factories.js';
import { signIn } from '@casement/install-engine/rdp/sign-in.js';
import { showDesktop } from '../../../deploy/demo/src/desktop.js';
import { StandInWindows } from '@casement/install-engine/testing/rdp/stand-in-windows.js';
import { List, mockApi } from '../support/mock-api.js';
import { expect, test } from '../support/site.js';
import { ACCOUNT, Relays } from '../support/windows-desktop.js';
import { customer } from '../support/customer.js';

test.use({ viewport: { width: 1280, height: 900 } });

test('the desktop of the demo is shown by the client in the browser', async ({ page, baseURL }) => {
  const windows = new StandInWindows({ ...ACCOUNT, onSignedIn: showDesktop });
  const host = '127.0.0.1';
  const port = await windows.listen(0, host);
  const proof = await signIn({ host, port }, ACCOUNT);
  if (proof.kind !== 'accepted') throw new Error(`the sign-in was not proven: ${proof.kind}`);
  const { certificateSha256 } = proof;
  const relays = await Relays.start(baseURL!, 1);
  const install = makeInstall({ ip: host, rdp: makeRdp({ desktop: true }) });
  try {
    await page.addInitScript(() => localStorage.setItem('accessToken', 'token'));
    await mockApi(page, {
      ...customer(),
      'GET /user/install-history': () => new List([install]),
      [`GET /user/install/${install.id}`]: () => install,
      [`POST /user/install/${install.id}/desktop`]: () => ({
        ticket: relays.install.issue({ host, port, certificateSha256 }),
        expires_at: new Date(Date.now() + 30_000).toISOString(),
        url: '/api/desktop',
        host,
        port,
        account: ACCOUNT.user,
      }),
    });
    await page.goto(`${relays.origin}/dashboard`);
    await page
      .getByRole('button', { name: `Open in browser: the desktop of ${host}` })
      .first()
      .click();
    await page.getByLabel('RDP password').fill(ACCOUNT.password);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const canvas = page.getByRole('application', { name: 'Windows desktop' });
    // The title bar of the window in the middle, and the task bar, whose corner is drawn last.
    await expect.poll(() => canvas.evaluate(pixelAt, [0.5, 0.37])).toEqual([239, 239, 247]);
    await expect.poll(() => canvas.evaluate(pixelAt, [1, 1]).then(([red]) => red! < 32)).toBe(true);
  } finally {
    await page.close(); // Otherwise it would report files that its closed server does not send.
    relays.close();
    await windows.close();
  }
});

/** Returns the colour at a place given as shares of width and height; runs in the page. */
function pixelAt(canvas: Element, [across = 0, down = 0]: number[]): number[] {
  const shown = canvas as HTMLCanvasElement;
  const pixel = new OffscreenCanvas(1, 1).getContext('2d')!;
  const [x, y] = [Math.floor(across * (shown.width - 1)), Math.floor(down * (shown.height - 1))];
  pixel.drawImage(shown, -x, -y);
  return [...pixel.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}
