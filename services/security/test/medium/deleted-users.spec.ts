import { newId } from '@casement/common/data/database/new-id.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { security } from '../../src/security.service-definition.js';

describe('deleted users', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp(security);
  });
  afterAll(() => app.close());

  const audit = (target: string, action: string, after: object, actorId = newId()) =>
    app.nats.publish('security.audit.recorded.v1', {
      actorId,
      action,
      target: target.includes(':') ? target : `user:${target}`,
      before: '',
      after: JSON.stringify(after),
      ip: '8.8.8.8',
      service: 'auth',
    });
  const entries = (target: string) =>
    app.database.query<{ action: string; after: string }>(
      'SELECT action, after FROM audit_entry WHERE target = $1 ORDER BY action',
      [`user:${target}`],
    );

  it('are no longer named, while their actions stay under the opaque ID', async () => {
    const [ann, bob] = [newId(), newId()];
    await audit(ann, 'profile.updated', { first_name: 'Annabel' });
    await audit(ann, 'quota.adjusted', { quota: 5 });
    await audit(bob, 'profile.updated', { first_name: 'Bob' });
    await waitFor(async () => (await entries(ann)).length + (await entries(bob)).length === 3);

    await app.nats.publish('auth.user.deleted.v1', { userId: ann });
    await waitFor(async () => (await entries(ann))[0].after === '');
    expect(await entries(ann)).toEqual([
      { action: 'profile.updated', after: '' },
      { action: 'quota.adjusted', after: '{"quota":5}' },
    ]);
    expect(await entries(bob)).toEqual([
      { action: 'profile.updated', after: '{"first_name":"Bob"}' },
    ]);
  });
  it('are not identifiable by the names of their API keys', async () => {
    const [ann, key, other] = [newId(), newId(), newId()];
    await audit(`api_key:${key}`, 'api_key.created', { name: 'Annabel’s panel' }, ann);
    await audit(`api_key:${other}`, 'api_key.created', { name: 'Bob’s panel' });
    const afters = () =>
      app.database.query<{ after: string }>(
        'SELECT after FROM audit_entry WHERE target = ANY ($1) ORDER BY target',
        [[`api_key:${key}`, `api_key:${other}`]],
      );
    await waitFor(async () => (await afters()).length === 2);

    await app.nats.publish('auth.user.deleted.v1', { userId: ann });
    await waitFor(async () => (await afters())[0]?.after === '');
    expect((await afters())[1]?.after).toBe('{"name":"Bob’s panel"}');
  });
});
