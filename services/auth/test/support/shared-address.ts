import { waitFor } from '@casement/common/testing/wait-for.js';
import type { User } from '@casement/proto/http/auth/users.js';
import type { AuthApp } from './auth-app.js';
import { Client, PASSWORD, refreshTokenOf, randomUsername, type SignedInUser } from './client.js';

/** Actions of several accounts with the same address. */
export const sharedAddress = (app: AuthApp) => {
  /** Ignores case, which a mail program may change. */
  const mailsTo = (address: string) =>
    app.mailbox.mails.filter(({ to }) => to?.[0]?.address?.toLowerCase() === address.toLowerCase());
  const codesIn = (address: string, username: string) =>
    mailsTo(address).flatMap(({ text = '' }) =>
      text.startsWith(`Hi ${username},`) ? (/code is (\d{6})/.exec(text)?.[1] ?? []) : [],
    );
  return {
    newAddress: () => `${randomUsername()}@example.test`,
    mailsTo,

    register: async (email: string): Promise<SignedInUser> => {
      const answer = await new Client(app).register({ email });
      expect(answer.status).toBe(201);
      const { data } = answer.body as { data: { user: User; accessToken: string } };
      return { ...data, password: PASSWORD, refreshToken: refreshTokenOf(answer) };
    },

    /** Returns the newest code that was mailed to the address for this account. */
    codeFor: (address: string, { user }: SignedInUser): Promise<string> =>
      waitFor(() => codesIn(address, user.username).at(-1)),
    codesFor: (address: string, { user }: SignedInUser) => codesIn(address, user.username),

    verify: (code: string, { accessToken }: SignedInUser) =>
      new Client(app).post('/api/auth/verify-email', { code }, accessToken),

    me: async ({ accessToken }: SignedInUser): Promise<User> => {
      const { body } = await new Client(app).get('/api/user/profile', accessToken).expect(200);
      return (body as { data: { user: User } }).data.user;
    },

    /** Verifies the address like version 0.1.0, which does not take it from other accounts. */
    markVerified: ({ user }: SignedInUser) =>
      app.database.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [
        user.id,
      ]),

    /** Waits until every ordered mail has been sent or withheld. */
    mailsSettled: () =>
      waitFor(async () => {
        const waiting = await app.database.query(
          'SELECT 1 FROM outgoing_mail WHERE sent_at IS NULL AND failed_at IS NULL',
        );
        return waiting.length === 0;
      }),
  };
};
