import { HousekeepingService } from '../../src/housekeeping/housekeeping.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client } from '../support/client.js';

const TABLES = [
  'captcha_challenge',
  'throttle',
  'email_verification',
  'session',
  'refresh_token',
  'outgoing_mail',
];

jest.setTimeout(30_000);

describe(HousekeepingService.name, () => {
  let app: AuthApp;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());

  const counts = async () => {
    const result: Record<string, number> = {};
    for (const table of TABLES) {
      result[table] = (await app.database.query(`SELECT 1 FROM ${table}`)).length;
    }
    return result;
  };

  it('removes what has lost its meaning, and only that', async () => {
    const client = new Client(app);
    const ann = await client.newUser();
    await client.challenge();
    await app.mailTo(ann.user.email ?? '');
    const before = await counts();
    await app.get(HousekeepingService).sweep();
    expect(await counts()).toEqual(before);
    expect(Object.values(before).every((count) => count > 0)).toBe(true);

    await app.database.query(`
      UPDATE captcha_challenge SET expires_at = now() - interval '1 second';
      UPDATE throttle SET used_until = now() - interval '1 second';
      UPDATE email_verification SET expires_at = now() - interval '2 days';
      UPDATE session SET expires_at = now() - interval '1 second';
      UPDATE outgoing_mail SET sent_at = now() - interval '31 days';
    `);
    await app.get(HousekeepingService).sweep();
    expect(Object.values(await counts())).toEqual(TABLES.map(() => 0));
  });
});
