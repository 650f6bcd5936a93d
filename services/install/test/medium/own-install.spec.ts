import { newId } from '@casement/common/data/database/new-id.js';
import { aRequest, installApp } from '../factories/install-app.js';

describe('GET /user/install/{id}', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  beforeAll(async () => {
    app = await installApp();
    app.quota.left = 1;
  });
  afterAll(() => app.close());

  const ask = (userId: string, id: string) =>
    app.http.get(`/api/user/install/${id}`).set(app.as({ userId }));

  it("returns the caller's own install as in the history, and 404 for another user's", async () => {
    const userId = newId();
    const as = app.as({ userId });
    await app.http.post('/api/user/install').set(as).send(aRequest()).expect(200);
    const history = await app.http.get('/api/user/install-history').set(as).expect(200);
    const [install] = (history.body as { data: { id: string }[] }).data;

    expect((await ask(userId, install.id).expect(200)).body.data).toEqual(install);
    expect((await ask(newId(), install.id).expect(404)).body.code).toBe('NOT_FOUND');
    await ask(userId, newId()).expect(404);
    await ask(userId, 'nonsense').expect(400);
  });
});
