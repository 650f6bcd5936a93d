import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CASEMENT, setup, temporaryFolder, type Answer } from '../../test/support/setup.js';

const START_LOGIN = 'POST /api/auth/device-logins';
const TOKEN = 'POST /api/auth/device-logins/token';
const startedLogin: Answer = {
  status: 201,
  data: {
    device_code: 'd'.repeat(43),
    user_code: 'WDJB-MJHT',
    verification_uri: `${CASEMENT}/dashboard?device=1`,
    expires_in: 600,
    interval: 5,
  },
};
const refused = (code: string): Answer => ({ status: 400, code, message: 'Refused.' });

describe('casement login, RFC 8628', () => {
  const folder = temporaryFolder();

  function login(...tokens: Answer[]) {
    const sleeps: number[] = [];
    const file = join(folder.path, 'casement', 'config.json');
    const sleep = (ms: number) => (sleeps.push(ms / 1000), Promise.resolve());
    const env = { CASEMENT_URL: CASEMENT, CASEMENT_CONFIG: file };
    const { casement, calls } = setup(
      { [START_LOGIN]: startedLogin, [TOKEN]: tokens },
      { env, sleep },
    );
    return { casement, calls, sleeps, file };
  }

  it('shows the code, waits, and saves the key readable by its owner only', async () => {
    const key = { id: '1', name: 'build-01', key: 'csm_new' };
    const { casement, calls, sleeps, file } = login(
      refused('DEVICE_LOGIN_PENDING'),
      refused('DEVICE_LOGIN_SLOW_DOWN'),
      { status: 201, data: key },
    );
    const { exit, out, err } = await casement(
      'login --name build-01 --days 30 --network 203.0.113.7',
    );
    expect(exit).toBe(0);
    expect(err).toContain(`Open ${CASEMENT}/dashboard?device=1\nand enter this code: WDJB-MJHT\n`);
    expect(calls[0].body).toMatchObject({
      name: 'build-01',
      networks: ['203.0.113.7'],
      expires_in_days: 30,
    });
    expect(sleeps).toEqual([5, 5, 10]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: CASEMENT, key: 'csm_new' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(out + err).not.toContain('csm_new');
  });

  it.each([
    ['DEVICE_LOGIN_DENIED', 5],
    ['DEVICE_LOGIN_EXPIRED', 5],
  ])('exits on %s and saves nothing', async (code, exit) => {
    const { casement, file } = login(refused(code));
    expect(await casement('login')).toMatchObject({ exit });
    expect(() => statSync(file)).toThrow('ENOENT');
  });
});
