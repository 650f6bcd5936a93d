import { randomBytes } from 'node:crypto';
import type { Response } from 'supertest';
import type { Limit } from '@casement/common/data/throttle/throttle.js';
import type { CaptchaChallenge } from '@casement/proto/http/auth/sign-in.js';
import { LIMITS } from '../../src/throttle/limits.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, prove, solve, randomUsername, type SignedInUser } from '../support/client.js';

const codeOf = ({ body }: Response) => (body as { code?: string }).code;

describe('password guessing', () => {
  let app: AuthApp;
  let ann: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ann = await new Client(app).newUser();
  });

  /** Returns a new /48 for a single test. */
  const site = () => `2001:db8:${randomBytes(2).readUInt16BE().toString(16)}`;
  /** CAPTCHAs are limited per client too, so a guess may already be refused here. */
  const guess = async (from: string, username = ann.user.username): Promise<Response> => {
    const client = new Client(app, from);
    const asked = await client.get('/api/auth/captcha');
    if (asked.status === 429) return asked;
    const { captcha } = asked.body as { captcha: CaptchaChallenge };
    return client.post('/api/auth/login', {
      username,
      password: 'Guess-1!',
      captchaId: captcha.id,
      captchaAnswer: String(solve(captcha.question)),
      [captcha.honeypotField]: '',
    });
  };
  /**
   * Returns the maximum number of attempts of a /48 since the call: four times the limit of a single client, plus the
   * attempts that have become available since.
   */
  const maxOfNetwork = ({ burst, everySeconds }: Limit) => {
    const since = performance.now();
    return () => 4 * burst + Math.ceil((4 * (performance.now() - since)) / 1_000 / everySeconds);
  };
  const count = (answers: Response[], code: string) =>
    answers.filter((answer) => codeOf(answer) === code).length;

  it('evaluates 12 of 150 guesses at one username from 150 /64s of one /48', async () => {
    const net = site();
    const answers: Response[] = [];
    const max = maxOfNetwork(LIMITS.loginByClient);
    for (let n = 0; n < 150; n += 1) answers.push(await guess(`${net}:${n.toString(16)}::1`));
    // A /48 has four times the limit of an IPv4 address, each of its /56s half of that.
    expect(count(answers, 'INVALID_CREDENTIALS')).toBeLessThanOrEqual(max());
    expect(count(answers, 'INVALID_CREDENTIALS')).toBeGreaterThan(0);
    // A client in another /48 is not affected.
    expect(codeOf(await guess(`${site()}:1::1`, randomUsername()))).toBe('INVALID_CREDENTIALS');
  });

  it('evaluates 120 of 150 guesses at 150 accounts from 150 /64s of one /48', async () => {
    const net = site();
    const answers: Response[] = [];
    const max = maxOfNetwork(LIMITS.loginByAddress);
    for (let n = 0; n < 150; n += 1) {
      answers.push(await guess(`${net}:${(n * 256).toString(16)}::1`, randomUsername()));
    }
    const answered = count(answers, 'INVALID_CREDENTIALS');
    expect(answered).toBeLessThanOrEqual(max());
    expect(answered).toBeGreaterThan(LIMITS.loginByAddress.burst);
  });

  it('does not reveal by the 429 of a client which address belongs to a username', async () => {
    const client = new Client(app);
    const bob = await new Client(app).newUser();
    const username = ann.user.username.toUpperCase();
    for (let n = 0; n < LIMITS.loginByClient.burst; n += 1)
      await client.login(username, 'Guess-1!');
    expect((await client.login(ann.user.username, 'Guess-1!')).status).toBe(429);
    for (const address of [ann.user.email!, bob.user.email!, 'nobody@casement.example']) {
      expect((await client.login(address, 'Guess-1!')).status).toBe(401);
    }
  });

  it('does not reveal by the proof of work which address belongs to a username', async () => {
    for (let n = 0; n < LIMITS.loginByIdentifier.burst; n += 1) await guess(`198.51.${n}.6`);
    expect(codeOf(await guess('198.51.200.6'))).toBe('PROOF_OF_WORK_REQUIRED');
    for (const address of [ann.user.email!, 'nobody@casement.example']) {
      expect(codeOf(await guess('198.51.201.6', address))).toBe('INVALID_CREDENTIALS');
    }
  });

  it("requires a proof of work per attempt above the identifier's limit instead of locking out the owner", async () => {
    for (let n = 0; n < LIMITS.loginByIdentifier.burst; n += 1) {
      expect(codeOf(await guess(`198.51.${n}.7`))).toBe('INVALID_CREDENTIALS');
    }
    const client = new Client(app);
    const captcha = await client.captcha();
    const form = { username: ann.user.username, password: ann.password, ...captcha };
    const asked = await client.post('/api/auth/login', form).expect(403);
    expect(codeOf(asked)).toBe('PROOF_OF_WORK_REQUIRED');
    const other = prove('another-captcha');
    const refused = await client.post('/api/auth/login', { ...form, proof: other }).expect(403);
    expect(codeOf(refused)).toBe('PROOF_OF_WORK_REQUIRED');

    // The CAPTCHA is still valid, so the page can repeat the call with the proof and the user retypes nothing.
    const proof = prove(captcha['captchaId'] ?? '');
    await client.post('/api/auth/login', { ...form, proof }).expect(200);
    const again = await client.post('/api/auth/login', { ...form, proof }).expect(400);
    expect(codeOf(again)).toBe('CAPTCHA_INVALID');
  });

  it('responds the same for an unknown account', async () => {
    const username = randomUsername();
    for (let n = 0; n < LIMITS.loginByIdentifier.burst; n += 1)
      await guess(`198.51.${n}.8`, username);
    expect(codeOf(await guess('198.51.200.8', username))).toBe('PROOF_OF_WORK_REQUIRED');
  });

  it('allows parallel guesses no more tries than sequential ones', async () => {
    const tries = Array.from({ length: LIMITS.loginByIdentifier.burst + 15 }, (_, n) =>
      guess(`198.51.${n}.9`),
    );
    const answers = await Promise.all(tries);
    expect(count(answers, 'INVALID_CREDENTIALS')).toBeLessThanOrEqual(
      LIMITS.loginByIdentifier.burst,
    );
    expect(count(answers, 'PROOF_OF_WORK_REQUIRED')).toBeGreaterThanOrEqual(15);
  });
});
