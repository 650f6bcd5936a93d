import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';

describe('/user/profile', () => {
  let app: AuthApp;
  let client: Client;
  let ann: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    client = new Client(app);
    ann = await client.newUser();
  });

  const get = (user = ann) => client.get('/api/user/profile', user.accessToken);
  const put = (body: object) => client.put('/api/user/profile', body, ann.accessToken);

  it('§3 returns the signed-in user', async () => {
    const { body } = await get().expect(200);
    expect(body).toEqual({ success: true, message: 'Profile', data: { user: ann.user } });
  });

  it('§5 changes first_name and avatar_url and returns the user', async () => {
    const profile = { first_name: 'Ann', avatar_url: 'https://img.example/ann.png' };
    const preferences = { language: null, time_zone: 'Asia/Jakarta' };
    const { body } = await put(profile).expect(200);
    expect(body).toMatchObject({ success: true, data: { user: { ...ann.user, profile } } });
    expect((await get()).body).toMatchObject({ data: { user: { profile } } });
    await published(app, 'security.audit.recorded.v1', {
      action: 'profile.updated',
      target: `user:${ann.user.id}`,
      before: JSON.stringify({ first_name: null, avatar_url: null, ...preferences }),
      after: JSON.stringify({ ...profile, ...preferences }),
    });
  });

  it('keeps omitted fields and clears null and empty ones', async () => {
    await put({ first_name: 'Ann', avatar_url: 'https://img.example/ann.png' });
    await put({ avatar_url: null });
    expect((await get()).body).toMatchObject({
      data: { user: { profile: { first_name: 'Ann', avatar_url: null } } },
    });
    await put({ first_name: '' });
    expect((await get()).body).toMatchObject({ data: { user: { profile: { first_name: null } } } });
  });

  it('stores the chosen language and time zone and keeps the rest', async () => {
    await put({ first_name: 'Ann' });
    await put({ language: 'id' }).expect(200);
    const { body } = await put({ time_zone: 'Asia/Makassar' }).expect(200);
    expect(body).toMatchObject({
      data: {
        user: { language: 'id', time_zone: 'Asia/Makassar', profile: { first_name: 'Ann' } },
      },
    });
    const { data } = body as { data: object };
    expect((await get()).body).toMatchObject({ data });
  });

  it.each([
    [{ first_name: 'x'.repeat(101) }],
    [{ first_name: 'Ann\0' }],
    [{ language: 'de' }],
    [{ language: null }],
    [{ time_zone: 'Asia/Atlantis' }],
    [{ time_zone: '+07:00' }],
    [{ time_zone: '' }],
    [{ time_zone: null }],
    [{ avatar_url: 'javascript:alert(1)' }],
    [{ avatar_url: 'https://img.example/\0.png' }],
    [{ avatar_url: 'http://img.example/ann.png' }],
    [{ avatar_url: 'ann.png' }],
  ])('rejects %j', async (body) => {
    await put(body).expect(400);
  });

  it('audits only actual changes, and refuses the 11th change in a row', async () => {
    const entries = async () =>
      (
        await app.database.query(
          `SELECT 1 FROM outbox WHERE payload::json->>'action' = 'profile.updated' AND actor_id = $1`,
          [ann.user.id],
        )
      ).length;
    for (let n = 1; n <= 10; n++) await put({ first_name: `Ann ${n}` }).expect(200);
    for (let n = 1; n <= 10; n++) await put({ first_name: 'Ann 10' }).expect(200);
    expect(await entries()).toBe(10);
    expect((await put({ first_name: 'Ann 11' }).expect(429)).body).toMatchObject({
      code: 'RATE_LIMITED',
    });
    expect(await entries()).toBe(10);
    expect((await get()).body).toMatchObject({
      data: { user: { profile: { first_name: 'Ann 10' } } },
    });
  });

  it('changes no other fields, whatever the body contains', async () => {
    await put({ first_name: 'Ann', admin: 1, is_verified: true, username: 'root', id: 'x' });
    expect((await get()).body).toMatchObject({
      data: { user: { ...ann.user, profile: { first_name: 'Ann', avatar_url: null } } },
    });
  });

  it("never shows or changes another user's profile", async () => {
    const bob = await new Client(app).newUser();
    await put({ first_name: 'Ann', id: bob.user.id, userId: bob.user.id }).expect(200);
    expect((await get(bob)).body).toEqual({
      success: true,
      message: 'Profile',
      data: { user: bob.user },
    });
  });

  it('§6 requires a sign-in', async () => {
    await client.get('/api/user/profile').expect(401);
    await client.put('/api/user/profile', { first_name: 'x' }).expect(401);
    await client.get('/api/user/profile', 'not-a-token').expect(401);
  });
});
