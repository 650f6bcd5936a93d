import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { decodeJwt } from 'jose';
import { auth } from '../../src/auth.service-definition.js';
import { RevocationsService } from '../../src/sessions/revocations.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, type SignedInUser } from '../support/client.js';

describe(RevocationsService.name, () => {
  let database: TestDatabase;
  let nats: TestNats;
  let one: AuthApp;
  let two: AuthApp;
  let ann: SignedInUser;
  beforeEach(async () => {
    database = await testDatabase(auth.database.migrations);
    nats = await testNats();
    one = await authApp({ database, nats });
    two = await authApp({ database, nats });
    ann = await new Client(one).newUser();
  });
  afterEach(async () => {
    await one.close();
    await two.close();
    await nats.close();
    await database.close();
  });

  const tokenOf = ({ accessToken }: SignedInUser) => {
    const { sub = '', sid, epoch } = decodeJwt(accessToken);
    return { userId: sub, sessionId: sid as string, epoch: epoch as number };
  };
  const statusAt = async (app: AuthApp, user: SignedInUser) =>
    (await new Client(app).get('/api/user/profile', user.accessToken)).status;
  const signOut = () =>
    new Client(one).postWithCookie('/api/auth/logout', ann.refreshToken).expect(200);

  it('refuses the token of an ended session on every replica', async () => {
    expect(await statusAt(two, ann)).toBe(200);
    await signOut();
    await waitFor(async () => (await statusAt(two, ann)) === 401);
    await waitFor(async () => (await statusAt(one, ann)) === 401);
  });

  it('rebuilds revocations from the database at startup after NATS has lost everything', async () => {
    const bob = await new Client(one).newUser();
    await signOut();
    await waitFor(async () => (await statusAt(two, ann)) === 401);
    await one.get(EdgeWriter).rebuildRevocations([]);
    await waitFor(async () => (await statusAt(two, ann)) === 200);

    await two.close();
    two = await authApp({ database, nats });
    await waitFor(async () => (await statusAt(two, ann)) === 401);
    await waitFor(async () => (await statusAt(one, ann)) === 401);
    expect(await statusAt(one, bob)).toBe(200);
  });

  it('starts while NATS is unavailable', async () => {
    const NATS_URL = `nats://127.0.0.1:${await freePort()}`;
    const lateApp = await authApp({ database, nats, withoutNats: true, env: { NATS_URL } });
    await lateApp.http.get('/health/live').expect(200);
    await lateApp.http.get('/health/ready').expect(503);
    await lateApp.close();
  });

  it('rejects tokens of an earlier epoch and accepts new ones', async () => {
    await database.query(
      `UPDATE user_account SET epoch = 2, epoch_raised_at = now() WHERE id = $1`,
      [ann.user.id],
    );
    await one.get(RevocationsService).project({ userId: ann.user.id, sessionId: '', epoch: 2 });
    await waitFor(async () => (await statusAt(two, ann)) === 401);

    const { body } = await new Client(one).login(ann.user.username, ann.password);
    const { accessToken } = (body as { data: { accessToken: string } }).data;
    expect(await statusAt(two, { ...ann, accessToken })).toBe(200);

    await two.close();
    two = await authApp({ database, nats });
    await waitFor(() => two.get(EdgeState).isRevoked(tokenOf(ann)));
  });

  it('drops revocations that no valid token can need', async () => {
    await signOut();
    await waitFor(() => two.get(EdgeState).isRevoked(tokenOf(ann)));
    await database.query(`UPDATE session SET revoked_at = now() - interval '31 minutes'`);
    await one.get(RevocationsService).rebuild();
    await waitFor(() => !two.get(EdgeState).isRevoked(tokenOf(ann)));
  });
});
