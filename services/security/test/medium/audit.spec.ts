import type { Success } from '@casement/proto/http/envelope.js';
import type { ActorRole, AuditEntry } from '@casement/proto/http/security/audit.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { TestApp } from '@casement/common/testing/test-app.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { AuditRepository } from '../../src/audit/audit.repository.js';
import { administrator, securityApp, usersOf } from '../support/security-app.js';

interface Act {
  actorId?: string;
  actorRole?: ActorRole;
  apiKeyId?: string;
  target?: string;
  ip?: string;
}

describe('audit log', () => {
  const [ann, root, deletedUser] = [newId(), newId(), newId()];
  let app: TestApp;
  let admin: ReturnType<typeof administrator>;
  beforeAll(async () => {
    const directory = usersOf([
      { id: ann, username: 'ann', admin: false },
      { id: root, username: 'root', admin: true },
    ]);
    app = await securityApp({ override: [[UserDirectory, directory]] });
    admin = administrator(app, { userId: root });
  });
  afterAll(() => app.close());

  const ask = async (query: string) =>
    (await admin.get(`audit?${query}`).expect(200)).body as Success<AuditEntry[]>;

  describe('actor', () => {
    const publish = (action: string, { actorId = '', target = 'test:1', ip = '', ...role }: Act) =>
      app.nats.publish('security.audit.recorded.v1', {
        actorId,
        action,
        target,
        ip,
        ...role,
        before: '',
        after: '',
        service: 'test',
      });
    const actorIn = async (act: Act) => {
      const action = `who.${newId()}`;
      await publish(action, act);
      const { data } = await waitFor(async () => {
        const found = await ask(`action=${action}`);
        return found.data.length === 1 && found;
      });
      return [data[0].actorName, data[0].actorRole];
    };

    it.each<[what: string, act: Act, name: string | null, role: ActorRole | null]>([
      ['a customer', { actorId: ann, actorRole: 'customer' }, 'ann', 'customer'],
      ['an administrator', { actorId: root, actorRole: 'administrator' }, 'root', 'administrator'],
      [
        'a user with the role at the time of the action',
        { actorId: ann, actorRole: 'administrator' },
        'ann',
        'administrator',
      ],
      ['a visitor', { actorRole: 'visitor', ip: '203.0.113.7' }, null, 'visitor'],
      ['the system', { actorRole: 'system' }, null, 'system'],
      [
        'a deleted user with the recorded role',
        { actorId: deletedUser, actorRole: 'customer' },
        null,
        'customer',
      ],
      ['0.1.0: a user with the current role', { actorId: ann }, 'ann', 'customer'],
      ['0.1.0: a current administrator', { actorId: root }, 'root', 'administrator'],
      ['0.1.0: a client without account', { ip: '203.0.113.7' }, null, 'visitor'],
      ['0.1.0: no actor and no address', {}, null, 'system'],
      ['0.1.0: a deleted user', { actorId: deletedUser }, null, null],
    ])('returns name and role: %s', async (_what, act, name, role) => {
      expect(await actorIn(act)).toEqual([name, role]);
    });

    it('includes the API key', async () => {
      const apiKeyId = newId();
      await publish('key.used', { actorId: ann, actorRole: 'customer', apiKeyId });
      const { data } = await waitFor(async () => {
        const found = await ask('action=key.used');
        return found.data.length === 1 && found;
      });
      expect(data[0]).toMatchObject({ actorName: 'ann', apiKeyId });
    });

    it('is shown together with the affected user', async () => {
      await publish('whom.ann', { actorId: root, target: `user:${ann}` });
      await publish('whom.other', { actorId: root, target: 'user:no-id' });
      await waitFor(async () => (await ask('action=whom.')).data.length === 2);
      expect((await ask('action=whom.ann')).data[0].targetName).toBe('ann');
      expect((await ask('action=whom.other')).data[0].targetName).toBeNull();
    });
  });

  describe('date filters', () => {
    // In Jakarta, 20 November ends at 17:00 UTC.
    const at = ['2026-11-20T16:59:59.999Z', '2026-11-20T17:00:00Z', '2026-11-21T16:59:59.999Z'];
    beforeAll(async () => {
      for (const [n, time] of [...at, '2026-11-21T17:00:00Z'].entries()) {
        await app.database.query(
          `INSERT INTO audit_entry (id, action, target, before, after, service, occurred_at)
           VALUES ($1, 'days.' || $2::int, 'test:1', '', '', 'test', $3)`,
          [newId(), n, time],
        );
      }
    });

    it.each([
      ['from=2026-11-21&to=2026-11-21', [2, 1]],
      ['from=2026-11-21', [3, 2, 1]],
      ['to=2026-11-20', [0]],
      ['from=2026-11-20&to=2026-11-22', [3, 2, 1, 0]],
      ['from=2026-11-23', []],
    ])('%s: selects entire days in Jakarta', async (days, expected) => {
      const { data } = await ask(`action=days.&${days}`);
      expect(data.map(({ action }) => Number(action.split('.')[1]))).toEqual(expected);
    });

    it.each([
      ['from=21.11.2026', 'from', 'Enter a date such as 2026-11-21'],
      ['to=2026-02-30', 'to', 'Enter a date such as 2026-11-21'],
      ['from=0000-01-01', 'from', 'Enter a date such as 2026-11-21'],
      ['from=2026-11-22&to=2026-11-21', 'to', 'The first day must not be after the last day'],
    ])('%s is rejected', async (days, path, message) => {
      const { body } = await admin.get(`audit?${days}`).expect(400);
      expect(body.details).toContainEqual(expect.objectContaining({ path, message }));
    });
  });

  it('can be neither changed nor deleted, except by the retention', async () => {
    const insert = (id: string, action: string) =>
      app.database.query(
        `INSERT INTO audit_entry (id, action, target, before, after, service, occurred_at)
         VALUES ($1, $2, 'test:1', 'b', 'a', 'test', now())`,
        [id, action],
      );
    const [id, profile, stray] = [newId(), newId(), '00000000-0000-7000-8000-000000000001'];
    await insert(id, 'role.changed');
    await insert(profile, 'profile.updated');
    for (const sql of [
      `UPDATE audit_entry SET after = ''`,
      `UPDATE audit_entry SET before = '', after = '' WHERE id = '${id}'`,
      `UPDATE audit_entry SET before = '', after = '', actor_id = NULL, action = 'x' WHERE id = '${profile}'`,
      `UPDATE audit_entry SET occurred_at = now()`,
      `DELETE FROM audit_entry WHERE id = '${id}'`,
      'TRUNCATE audit_entry',
    ]) {
      await expect(app.database.query(sql)).rejects.toThrow('never changed or removed');
    }
    await app.get(AuditRepository).eraseProfileTexts(newId());
    await insert(stray, 'late');
    await app.database.query(`DELETE FROM audit_entry WHERE id = '${stray}'`);
    await app.get(Jobs).runNow('partitions');
  });

  it('returns every entry once by cursor while others write', async () => {
    const add = (count: number) =>
      app.database.query(
        `INSERT INTO audit_entry (id, actor_id, action, target, before, after, service, occurred_at)
         SELECT gen_random_uuid(), $2, 'cursor.read', 'test:1', '', '', 'test', now()
           FROM generate_series(1, $1::int)`,
        [count, ann],
      );
    await add(250);
    const ids: string[] = [];
    let after: string | undefined = '';
    for (let page = 1; page <= 3; page += 1) {
      const { data, meta } = await ask(
        `action=cursor.&actor=${ann}&pageSize=100&after=${after ?? ''}`,
      );
      ids.push(...data.map(({ id }) => id));
      after = meta?.next;
      await add(10);
    }
    expect(after).toBeUndefined();
    expect(new Set(ids).size).toBe(250);
  });
});
