import { waitFor } from '@casement/common/testing/wait-for.js';
import type { LoginResponse } from '@casement/proto/http/auth/sign-in.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, PASSWORD, randomUsername, type SignedInUser } from '../support/client.js';
import { published } from '../support/events.js';
import { sharedAddress } from '../support/shared-address.js';

const EMAIL_TAKEN = {
  code: 'EMAIL_TAKEN',
  message:
    'Another account has verified this email address, so it was removed from this account. Please sign in to that account or add a different address here.',
};

describe('address shared by several accounts', () => {
  let app: AuthApp;
  let on: ReturnType<typeof sharedAddress>;
  let address: string;
  let ann: SignedInUser;
  let bob: SignedInUser;
  beforeAll(async () => {
    app = await authApp();
    on = sharedAddress(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    address = on.newAddress();
    ann = await on.register(address);
    bob = await on.register(address.toUpperCase());
  });

  const login = async (name: string, password = PASSWORD) => {
    const { status, body } = await new Client(app).login(name, password);
    return status === 200 ? (body as { data: LoginResponse }).data : null;
  };
  const setPassword = async (user: SignedInUser, newPassword: string) => {
    const change = { currentPassword: PASSWORD, newPassword };
    const { body } = await new Client(app)
      .post('/api/user/update-password', change, user.accessToken)
      .expect(200);
    return (body as { data: { accessToken: string } }).data.accessToken;
  };
  const addEmail = async (email: string, { accessToken }: SignedInUser) => {
    const client = new Client(app);
    return client.post(
      '/api/migration/add-email',
      { email, ...(await client.captcha()) },
      accessToken,
    );
  };
  /** Requests a reset link and reads its token from the mail. */
  const resetTokenOf = async ({ user }: SignedInUser) => {
    const tokens = () =>
      on
        .mailsTo(address)
        .flatMap(({ subject, text = '' }) =>
          subject?.startsWith('Reset') && text.startsWith(`Hi ${user.username},`)
            ? (/token=([\w-]+)/.exec(text)?.[1] ?? [])
            : [],
        );
    const before = tokens().length;
    const client = new Client(app);
    const form = { email: address, ...(await client.captcha()) };
    await client.post('/api/auth/forgot-password', form).expect(200);
    return waitFor(() => tokens()[before]);
  };
  const validate = (token: string) =>
    new Client(app).get(`/api/auth/validate-reset-token/${token}`);
  const verifyAs = async (user: SignedInUser) =>
    on.verify(await on.codeFor(address, user), user).expect(200);

  describe('when one account verifies it', () => {
    it('keeps the address on that account and removes it from the others', async () => {
      await verifyAs(bob);
      expect(await on.me(bob)).toMatchObject({ email: address.toUpperCase(), is_verified: true });
      expect(await on.me(ann)).toMatchObject({ email: null, is_verified: false });
      await published(app, 'security.audit.recorded.v1', {
        action: 'email.lost',
        target: `user:${ann.user.id}`,
        actorId: bob.user.id,
      });
    });

    it('leaves accounts with other addresses unchanged', async () => {
      const carol = await on.register(`x${address}`);
      await verifyAs(ann);
      expect(await on.me(carol)).toMatchObject({ email: `x${address}` });
    });

    it('lets the others continue and asks them for another address at the next sign-in', async () => {
      await verifyAs(bob);
      await new Client(app).postWithCookie('/api/auth/refresh', ann.refreshToken).expect(200);
      expect(await login(ann.user.username)).toMatchObject({
        requiresEmail: true,
        user: { email: null },
      });
    });

    it('voids the codes of the others', async () => {
      const code = await on.codeFor(address, ann);
      await verifyAs(bob);
      const { body } = await on.verify(code, ann).expect(409);
      expect(body).toMatchObject(EMAIL_TAKEN);
      const left = await app.database.query('SELECT 1 FROM email_verification WHERE user_id = $1', [
        ann.user.id,
      ]);
      expect(left).toHaveLength(0);
    });

    it('voids the reset links of the others permanently, even if they regain the address', async () => {
      const token = await resetTokenOf(ann);
      await validate(token).expect(200);
      await verifyAs(bob);
      await validate(token).expect(400);
      expect((await addEmail(address, ann)).status).toBe(200);
      await validate(token).expect(400);
      const newPassword = 'Another-1!';
      await new Client(app)
        .post('/api/auth/reset-password', { token, newPassword, confirmPassword: newPassword })
        .expect(400);
      expect(await login(ann.user.username)).not.toBeNull();
    });

    it('lets the others add another address, correct a typo and verify it by the link', async () => {
      await verifyAs(bob);
      const other = on.newAddress();
      expect((await addEmail(`slip-${other}`, ann)).status).toBe(200);
      expect((await addEmail(other, ann)).status).toBe(200);
      const mail = await app.mailTo(other);
      const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
      await new Client(app)
        .post('/api/migration/verify-email', { token }, ann.accessToken)
        .expect(200);
      expect(await on.me(ann)).toMatchObject({ email: other, is_verified: true });
      expect((await addEmail(on.newAddress(), ann)).status).toBe(409);
    });

    it('resends a code for an address that was added with a link', async () => {
      await verifyAs(bob);
      const other = on.newAddress();
      await addEmail(other, ann);
      await waitFor(() => on.mailsTo(other).length === 1);
      await new Client(app).post('/api/auth/resend-verification', {}, ann.accessToken).expect(200);
      const [, again] = await waitFor(() => on.mailsTo(other).length === 2 && on.mailsTo(other));
      expect(again?.text).toContain('/verify-email?token=');
    });

    it("voids a legacy user's link for the address", async () => {
      const dewi = await on.register(on.newAddress());
      await app.database.query(
        'UPDATE user_account SET email = NULL, imported_at = now() WHERE id = $1',
        [dewi.user.id],
      );
      await addEmail(address, dewi);
      await on.codeFor(address, dewi);
      const text = on
        .mailsTo(address)
        .findLast((mail) => mail.text?.startsWith(`Hi ${dewi.user.username},`))?.text;
      const token = /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
      await verifyAs(ann);
      const { body } = await new Client(app)
        .post('/api/migration/verify-email', { token }, dewi.accessToken)
        .expect(409);
      expect(body).toMatchObject(EMAIL_TAKEN);
    });
  });

  it('goes to exactly one of many concurrent verifications, and the others get an error', async () => {
    const users = [ann, bob];
    for (let i = 0; i < 6; i++) users.push(await on.register(address));
    const codes = await Promise.all(users.map((user) => on.codeFor(address, user)));
    const answers = await Promise.all(users.map((user, i) => on.verify(codes[i] ?? '', user)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    for (const { status, body } of answers)
      if (status === 409) expect(body).toMatchObject(EMAIL_TAKEN);
    const holders = await Promise.all(users.map((user) => on.me(user)));
    const winner = answers.findIndex(({ status }) => status === 200);
    holders.forEach((user, i) => {
      if (i === winner)
        expect(user).toMatchObject({ email: users[i]?.user.email, is_verified: true });
      else expect(user).toMatchObject({ email: null, is_verified: false });
    });
  });

  it('is refused to a later verification, whose account then has to add another address', async () => {
    const code = await on.codeFor(address, ann);
    await on.codeFor(address, bob);
    // Version 0.1.0 verifies an address without taking it from other accounts.
    await on.markVerified(bob);
    const { body } = await on.verify(code, ann).expect(409);
    expect(body).toMatchObject(EMAIL_TAKEN);
    expect(await on.me(ann)).toMatchObject({ email: null, is_verified: false });
    expect(await on.me(bob)).toMatchObject({ is_verified: true });
  });

  it('cannot be verified twice in the database, even by 0.1.0', async () => {
    await on.markVerified(ann);
    await expect(on.markVerified(bob)).rejects.toThrow('user_account_email_key');
  });

  describe('sign-in by shared address', () => {
    beforeEach(async () => {
      bob.accessToken = await setPassword(bob, 'Bobs-own-1!');
    });

    it('reaches the oldest account while none has verified it', async () => {
      expect(await login(address)).toMatchObject({ user: { id: ann.user.id } });
      expect(await login(address, 'Bobs-own-1!')).toBeNull();
      expect(await login(bob.user.username, 'Bobs-own-1!')).toMatchObject({
        user: { id: bob.user.id },
      });
    });

    it('reaches the account that has verified it', async () => {
      await on.markVerified(bob);
      expect(await login(address, 'Bobs-own-1!')).toMatchObject({ user: { id: bob.user.id } });
      expect(await login(address)).toBeNull();
    });

    it('is not captured by an older account that adds the address later', async () => {
      const other = on.newAddress();
      const old = await on.register(other);
      await app.database.query(
        `UPDATE user_account SET email = NULL, created_at = now() - interval '1 year' WHERE id = $1`,
        [old.user.id],
      );
      expect((await addEmail(address, old)).status).toBe(200);
      expect(await login(address)).toMatchObject({ user: { id: ann.user.id } });
    });

    it('skips an account that is being deleted', async () => {
      await app.database.query('UPDATE user_account SET deleting_since = now() WHERE id = $1', [
        ann.user.id,
      ]);
      expect(await login(address, 'Bobs-own-1!')).toMatchObject({ user: { id: bob.user.id } });
    });

    it('uses an index', async () => {
      await app.database.query('BEGIN');
      await app.database.query('SET LOCAL enable_seqscan = off');
      const plan = await app.database.query(
        `EXPLAIN SELECT id FROM user_account WHERE deleting_since IS NULL AND lower(email) = lower($1)
         ORDER BY email_verified_at IS NULL, coalesce(email_changed_at, created_at), id LIMIT 1`.replace(
          '$1',
          `'${address}'`,
        ),
      );
      await app.database.query('ROLLBACK');
      expect(JSON.stringify(plan)).toContain('Index Cond: (lower(email) =');
    });
  });

  describe('reset link for a shared address', () => {
    it('is for the oldest account while none has verified it', async () => {
      const { body } = await validate(await resetTokenOf(ann)).expect(200);
      expect(body).toMatchObject({ data: { username: ann.user.username } });
    });

    it('is for the account that has verified it', async () => {
      await on.markVerified(bob);
      const { body } = await validate(await resetTokenOf(bob)).expect(200);
      expect(body).toMatchObject({ data: { username: bob.user.username } });
    });
  });

  it('becomes available to the others once the verified account is erased', async () => {
    const code = await on.codeFor(address, ann);
    await on.markVerified(bob);
    await app.database.query('DELETE FROM user_account WHERE id = $1', [bob.user.id]);
    await on.verify(code, ann).expect(200);
    expect(await login(address)).toMatchObject({ user: { id: ann.user.id } });
  });

  it('rejects a code that was sent to another account', async () => {
    const code = await on.codeFor(address, ann);
    await on.codeFor(address, bob);
    await on.verify(code, bob).expect(400);
    expect(await on.me(ann)).toMatchObject({ email: address });
  });

  it('lets each account sign in by username, whoever has verified the address', async () => {
    await verifyAs(ann);
    const name = randomUsername();
    expect((await new Client(app).register({ username: name, email: address })).status).toBe(201);
    expect(await login(name)).toMatchObject({ user: { email: address, is_verified: false } });
  });
});
