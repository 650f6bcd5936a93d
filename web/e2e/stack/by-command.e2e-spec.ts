import { expect, test } from '../support/console-errors.js';
import { administrator, apiKeyOf, newUser } from './accounts.js';
import { ADMIN, CUSTOMER, withKey } from './command.js';
import { readMachineFacts, signIn } from './lab.js';

const { VPS_ADDRESS = '', VPS_ROOT_PASSWORD = '', RDP_PASSWORD = '' } = process.env;

test.describe('main job, by command line only', () => {
  // The lab has a single VPS, which the main job converts. Each of the two tests needs a separate run.
  test.skip(!process.env.BY_COMMAND, 'BY_COMMAND=1 node web/e2e/stack/run.mjs by-command');

  test('casement check and install turn a VPS into a machine that answers RDP', async () => {
    // Same limit as the main job in the browser. The timeout only catches hangs.
    test.setTimeout(40 * 60_000);
    const fields = { scopes: ADMIN, networks: ['127.0.0.1', '::1'], expires_in_days: 1 };
    const asAdmin = withKey(await apiKeyOf(await administrator(), fields));
    const customer = await newUser();
    const casement = withKey(await apiKeyOf(customer, { scopes: CUSTOMER }), {
      CASEMENT_VPS_PASSWORD: VPS_ROOT_PASSWORD,
      CASEMENT_RDP_PASSWORD: RDP_PASSWORD,
    });
    await asAdmin('admin', 'quota', customer.username, '--set', '1');
    const versions = JSON.parse((await casement('versions', '--json')).out) as {
      slug: string;
      name: string;
    }[];
    const slug = versions.find(({ name }) => name === 'Stand-in Windows')?.slug ?? '';

    expect(await casement('check', VPS_ADDRESS, '--windows', slug)).toMatchObject({ exit: 0 });
    const installed = await casement('install', VPS_ADDRESS, '--windows', slug);
    expect(installed).toMatchObject({ exit: 0 });
    console.log(installed.out);
    expect(installed.out).toContain('completed');
    expect((await casement('quota')).out).toBe('Quota: 0\n');
    expect((await casement('rdp', VPS_ADDRESS)).out).toContain(`${VPS_ADDRESS}:22`);

    expect(await readMachineFacts()).toMatchObject({
      verdict: 'ready',
      password: 'ok',
      network: 'ok',
    });
    expect(await signIn()).toContain('CASEMENT_RDP_PASSWORD: accepted; another: refused');
  });
});
