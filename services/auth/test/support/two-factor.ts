import { generate } from 'otplib';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import type { TwoFactorSetupResponse } from '@casement/proto/http/auth/two-factor.js';
import type { AuthApp } from './auth-app.js';
import { Client, type SignedInUser } from './client.js';

/** Returns the code of the step that is `steps` away from the current one. */
export const codeOf = (secret: string, steps = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** Returns six digits that match no step near the current one. */
export async function wrongCode(secret: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find(
    (code) => !near.includes(code),
  )!;
}

/** Makes the current code usable again by moving the last used step into the past. */
export const forgetLastCode = (app: AuthApp, userId: string): Promise<unknown> =>
  app.database.query('UPDATE two_factor SET last_time_step = 0 WHERE user_id = $1', [userId]);

/** Creates a new administrator, signed in with an administrator's token. */
export async function newAdministrator(app: AuthApp): Promise<SignedInUser> {
  const client = new Client(app);
  const ann = await client.newUser();
  await app.database.query('UPDATE user_account SET admin = true WHERE id = $1', [ann.user.id]);
  const { body } = await client.login(ann.user.username, ann.password);
  const { user, accessToken } = (body as { data: Required<LoginResponse> }).data;
  return { ...ann, user, accessToken };
}

export interface TwoFactorAdministrator extends SignedInUser {
  secret: string;
  recoveryCodes: string[];
}

/** Creates a new customer with an authenticator app whose current code is unused. */
export async function newTwoFactorCustomer(app: AuthApp): Promise<TwoFactorAdministrator> {
  const ann = await new Client(app).newUser();
  return { ...ann, ...(await addApp(app, ann, '/api/user/2fa')) };
}

/** Like `newAdministrator`, with two-factor enabled and the current code unused. */
export async function newTwoFactorAdministrator(app: AuthApp): Promise<TwoFactorAdministrator> {
  const ann = await newAdministrator(app);
  return { ...ann, ...(await addApp(app, ann, '/api/admin/2fa')) };
}

async function addApp(app: AuthApp, { user, accessToken }: SignedInUser, path: string) {
  const client = new Client(app);
  const setup = await client.post(`${path}/setup`, {}, accessToken).expect(200);
  const { secret } = (setup.body as { data: TwoFactorSetupResponse }).data;
  const enabled = await client
    .post(`${path}/enable`, { secret, code: await codeOf(secret) }, accessToken)
    .expect(200);
  const { recoveryCodes } = (enabled.body as { data: { recoveryCodes: string[] } }).data;
  await forgetLastCode(app, user.id);
  return { secret, recoveryCodes };
}
