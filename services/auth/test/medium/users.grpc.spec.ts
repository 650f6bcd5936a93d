import { grpcClient, type GrpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { AuthService } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client } from '../support/client.js';
import { newTwoFactorAdministrator } from '../support/two-factor.js';

describe('AuthService.GetUsers', () => {
  let app: AuthApp;
  let auth: GrpcClient<AuthService>;
  beforeAll(async () => {
    app = await authApp();
    auth = grpcClient('auth', {
      url: app.grpcUrl,
      deadlineMs: 60_000,
    });
  });
  afterAll(async () => {
    auth.close();
    await app.close();
  });

  it('returns users without secrets', async () => {
    const { user } = await new Client(app).newUser();
    const { users } = await auth.GetUsers({ ids: [user.id] });
    expect(users).toEqual([
      {
        id: user.id,
        username: user.username,
        email: user.email,
        isVerified: false,
        admin: false,
        language: 'en',
        twoFactor: false,
        timeZone: 'Asia/Jakarta',
      },
    ]);
  });

  it('omits unknown and malformed ids', async () => {
    const { user } = await new Client(app).newUser();
    const { users } = await auth.GetUsers({ ids: [newId(), user.id, 'x', ''] });
    expect(users.map(({ id }) => id)).toEqual([user.id]);
    expect((await auth.GetUsers({ ids: [] })).users).toEqual([]);
  });

  it('returns who has enabled two-factor, excluding mere set-ups', async () => {
    const enabled = await newTwoFactorAdministrator(app);
    const setUp = await new Client(app).newUser();
    await app.database.query(
      `INSERT INTO two_factor (user_id, sealed_secret, last_time_step, created_at)
       SELECT $2, sealed_secret, 0, now() FROM two_factor WHERE user_id = $1`,
      [enabled.user.id, setUp.user.id],
    );
    const ids = [enabled.user.id, setUp.user.id];
    const { users } = await auth.GetUsers({ ids });
    expect(new Map(users.map(({ id, twoFactor }) => [id, twoFactor]))).toEqual(
      new Map([
        [enabled.user.id, true],
        [setUp.user.id, false],
      ]),
    );
  });

  it('returns an empty address for a legacy user', async () => {
    const { user } = await new Client(app).newUser();
    await app.database.query('UPDATE user_account SET email = NULL WHERE id = $1', [user.id]);
    const { users } = await auth.GetUsers({ ids: [user.id] });
    expect(users[0]?.email).toBe('');
  });

  it('accepts 200 ids and rejects 201', async () => {
    const ids = Array.from({ length: 201 }, newId);
    expect((await auth.GetUsers({ ids: ids.slice(1) })).users).toEqual([]);
    await expect(auth.GetUsers({ ids })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});
