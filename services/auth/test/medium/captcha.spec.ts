import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, solve } from '../support/client.js';
import { signalled } from '../support/events.js';

describe('captcha', () => {
  let app: AuthApp;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());

  const countRows = async (id: string) =>
    (await app.database.query('SELECT 1 FROM captcha_challenge WHERE id = $1', [id])).length;

  it.each(['/api/auth/captcha', '/api/auth/captcha/generate'])(
    '§3 §7 %s returns the challenge at the top level and in data',
    async (path) => {
      const { body, headers } = await new Client(app).get(path).expect(200);
      expect(body).toEqual({
        success: true,
        message: expect.any(String) as string,
        captcha: {
          id: expect.any(String) as string,
          question: expect.stringMatching(/^\d+ [+x-] \d+ = \?$/) as string,
          honeypotField: expect.stringMatching(/^[a-z_]+_[a-z0-9]{4}$/) as string,
          captchaUrl: expect.stringMatching(/^data:image\/svg\+xml,/) as string,
        },
        data: { captcha: (body as { captcha: object }).captcha },
      });
      expect(headers['cache-control']).toBe('no-store');
      // Because of compression, the second copy of the image takes almost no space.
      expect(headers['content-encoding']).toBe('gzip');
    },
  );

  it('stores only a hash of the answer', async () => {
    const challenge = await new Client(app).challenge();
    const [row] = await app.database.query<{ answer_hash: Buffer }>(
      'SELECT * FROM captcha_challenge WHERE id = $1',
      [challenge.id],
    );
    expect(row?.answer_hash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(challenge.question);
  });

  it('accepts a challenge once', async () => {
    const client = new Client(app);
    const captcha = await client.captcha();
    const login = () =>
      client.post('/api/auth/login', { username: 'nobody', password: 'x', ...captcha });

    expect((await login()).body).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    const second = await login().expect(400);
    expect(second.body).toMatchObject({
      success: false,
      code: 'CAPTCHA_INVALID',
      message: 'CAPTCHA verification failed. Please try again.',
    });
  });

  it('accepts a challenge once for parallel answers', async () => {
    const client = new Client(app);
    const captcha = await client.captcha();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        client.post('/api/auth/login', { username: 'nobody', password: 'x', ...captcha }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it('consumes the challenge on a wrong answer', async () => {
    const client = new Client(app);
    const challenge = await client.challenge();
    const right = solve(challenge.question);
    const answer = (captchaAnswer: number) =>
      client.post('/api/auth/login', {
        username: 'nobody',
        password: 'x',
        captchaId: challenge.id,
        captchaAnswer: String(captchaAnswer),
      });

    expect((await answer(right + 1)).body).toMatchObject({ code: 'CAPTCHA_INVALID' });
    expect((await answer(right)).body).toMatchObject({ code: 'CAPTCHA_INVALID' });
    await signalled(app, { kind: 'captcha_failed', ip: client.address });
  });

  it('rejects a challenge after 5 minutes', async () => {
    const client = new Client(app);
    const captcha = await client.captcha();
    await app.database.query(
      `UPDATE captcha_challenge SET expires_at = expires_at - interval '5 minutes' WHERE id = $1`,
      [captcha['captchaId']],
    );
    await client
      .post('/api/auth/login', { username: 'nobody', password: 'x', ...captcha })
      .expect(400);
  });

  it('accepts a challenge within 5 minutes', async () => {
    const { id } = await new Client(app).challenge();
    const [row] = await app.database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM expires_at - now())::float8 AS seconds
       FROM captcha_challenge WHERE id = $1`,
      [id],
    );
    expect(row?.seconds).toBeGreaterThan(240);
    expect(row?.seconds).toBeLessThanOrEqual(300);
  });

  it('rejects a filled decoy with the same response as a wrong answer', async () => {
    const client = new Client(app);
    const challenge = await client.challenge();
    const { body } = await client
      .post('/api/auth/login', {
        username: 'nobody',
        password: 'x',
        captchaId: challenge.id,
        captchaAnswer: String(solve(challenge.question)),
        [challenge.honeypotField]: 'http://spam.test',
      })
      .expect(400);
    expect(body).toMatchObject({ code: 'CAPTCHA_INVALID' });
    expect(await countRows(challenge.id)).toBe(0);
    await signalled(app, { kind: 'honeypot_filled', ip: client.address });
  });

  it.each([
    [{ captchaId: '', captchaAnswer: '1' }],
    [{ captchaId: 'x', captchaAnswer: '' }],
    [{ captchaId: 'x', captchaAnswer: 'seven' }],
  ])('§5 rejects an incomplete CAPTCHA: %j', async (captcha) => {
    const { body } = await new Client(app)
      .post('/api/auth/login', { username: 'nobody', password: 'x', ...captcha })
      .expect(400);
    expect(body).toMatchObject({
      message: 'CAPTCHA Required: Please complete the CAPTCHA verification.',
    });
  });

  it('rejects malformed and unknown ids', async () => {
    const client = new Client(app);
    for (const captchaId of ['not-an-id', '01900000-0000-7000-8000-000000000000']) {
      await client
        .post('/api/auth/login', {
          username: 'nobody',
          password: 'x',
          captchaId,
          captchaAnswer: '1',
        })
        .expect(400);
    }
  });

  it('§8 throttles challenges per address', async () => {
    const client = new Client(app);
    const answers = await Promise.all(
      Array.from({ length: 2 * LIMITS.captcha.burst }, () => client.get('/api/auth/captcha')),
    );
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      success: false,
      code: 'CAPTCHA_GENERATION_RATE_LIMIT',
      message: 'Too many requests. Please wait before requesting a new CAPTCHA.',
    });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    await new Client(app).get('/api/auth/captcha').expect(200);
  });
});
