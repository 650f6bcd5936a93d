import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { DesktopSweeper, PRUNE_JOB } from '../../src/desktops/desktop-sweeper.js';
import { DesktopWorld } from '../factories/desktop-world.js';

const GIB = 2 ** 30;

describe('desktop relay reports', () => {
  let world: DesktopWorld;
  let userId: string;
  beforeAll(async () => {
    world = await DesktopWorld.start({ DESKTOP_MAX_GIB: '1' });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    userId = newId();
    await world.db.query('DELETE FROM install');
    await world.db.query('DELETE FROM desktop_session');
  });

  /** Sweeps like a process that has been running for a long time. */
  const sweep = () => world.app.get(DesktopSweeper).endLost(new Date(Date.now() + 31_000));
  const numbers = async (id: string) => {
    const { bytes_to_windows: up, bytes_to_browser: down } = await world.row(id);
    return [Number(up), Number(down)];
  };

  it('are stored, and no desktop ends while the state is unchanged', async () => {
    const { sessionId } = await world.opened({ userId });
    await world.silence(sessionId, '20 seconds');
    const { reported_at: before } = await world.row(sessionId);
    expect(await world.report([{ sessionId, bytesToWindows: 10, bytesToBrowser: 2000 }])).toEqual(
      [],
    );
    expect(await numbers(sessionId)).toEqual([10, 2000]);
    const { reported_at: reported } = await world.row(sessionId);
    expect(Number(reported) - Number(before)).toBeGreaterThanOrEqual(20_000);
  });

  it('lower no count when they arrive late', async () => {
    const { sessionId } = await world.opened({ userId });
    await world.report([{ sessionId, bytesToWindows: 50, bytesToBrowser: 5 }]);
    await world.report([{ sessionId, bytesToWindows: 40, bytesToBrowser: 6 }]);
    expect(await numbers(sessionId)).toEqual([50, 6]);
  });

  it('record the end once, with its reason', async () => {
    const { sessionId } = await world.opened({ userId });
    const end = { sessionId, bytesToWindows: 7, bytesToBrowser: 8, ended: 'closed' };
    expect(await world.report([end])).toEqual([]);
    const row = await world.row(sessionId);
    expect(row).toMatchObject({ end_reason: 'closed' });
    expect(await world.report([{ ...end, ended: 'windows_closed' }])).toEqual([]);
    expect(await world.row(sessionId)).toEqual(row);
  });

  it('record an end with an unknown reason of a newer relay', async () => {
    const { sessionId } = await world.opened({ userId });
    await world.report([{ sessionId, ended: 'struck_by_lightning' }]);
    expect(await world.row(sessionId)).toMatchObject({ end_reason: 'closed' });
  });

  it('are answered with lost for desktops that the relay did not open or that are no longer stored', async () => {
    const { sessionId } = await world.opened({ userId }, 'relay-2');
    const unknown = newId();
    const { ticket } = await world.ticket(await world.completed(userId), { userId });
    expect(ticket).not.toBe('');
    const unopened = await world.latest(userId);
    const ends = await world.report([
      { sessionId, bytesToWindows: 9 },
      { sessionId: unknown },
      { sessionId: unopened },
      { sessionId: newId(), ended: 'closed' },
    ]);
    expect(ends).toEqual([
      { sessionId, reason: 'lost' },
      { sessionId: unknown, reason: 'lost' },
      { sessionId: unopened, reason: 'lost' },
    ]);
    expect(await numbers(sessionId)).toEqual([0, 0]);
    await expect(world.report([{ sessionId: 'nonsense' }])).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('end desktops as lost after 30 seconds without the relay, and revive none when late', async () => {
    const { sessionId } = await world.opened({ userId });
    const counted = () => world.metric('casement_desktops_lost_total');
    const before = await counted();
    await world.silence(sessionId, '15 seconds');
    await sweep();
    expect(await world.row(sessionId)).toMatchObject({ ended_at: null });
    await world.silence(sessionId, '16 seconds');
    await sweep();
    const lost = await world.row(sessionId);
    expect(lost).toMatchObject({ end_reason: 'lost' });
    expect(await counted()).toBe(before + 1);
    expect(await world.metric('casement_reading_up{reading="desktops"}')).toBe(1);
    expect(await world.report([{ sessionId, bytesToWindows: 3 }])).toEqual([
      { sessionId, reason: 'lost' },
    ]);
    expect(await world.row(sessionId)).toEqual({ ...lost, bytes_to_windows: '3' });
  });

  it('accept uint64 counts and end desktops above the transfer limit', async () => {
    const { sessionId } = await world.opened({ userId });
    const half = { sessionId, bytesToWindows: GIB / 2, bytesToBrowser: GIB / 2 - 1 };
    expect(await world.report([half])).toEqual([]);
    expect(await world.report([{ ...half, bytesToBrowser: GIB / 2 }])).toEqual([
      { sessionId, reason: 'byte_limit' },
    ]);
    const { sessionId: huge } = await world.opened({ userId });
    const most = [{ sessionId: huge, bytesToWindows: 2 ** 64 - 2048, bytesToBrowser: 2 ** 63 }];
    expect(await world.report(most)).toEqual([{ sessionId: huge, reason: 'byte_limit' }]);
    expect(await numbers(huge)).toEqual([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  });

  it('end desktops idle for 30 minutes, but not those with a byte since', async () => {
    const { sessionId } = await world.opened({ userId });
    await world.age(sessionId, '31 minutes');
    expect(await world.report([{ sessionId, bytesToBrowser: 1 }])).toEqual([]);
    await world.age(sessionId, '31 minutes');
    expect(await world.report([{ sessionId, bytesToBrowser: 1 }])).toEqual([
      { sessionId, reason: 'idle' },
    ]);
  });

  it.each([
    ['deleted', 'DELETE FROM install WHERE id = $1', 'ended_by_owner'],
    ['set to failed', `UPDATE install SET status = 'failed' WHERE id = $1`, 'ended_by_owner'],
    ['at another address', `UPDATE install SET ip = '127.0.0.250' WHERE id = $1`, 'ended_by_owner'],
    [
      'another user’s',
      `UPDATE install SET user_id = gen_random_uuid() WHERE id = $1`,
      'ended_by_owner',
    ],
    [
      'verified with another certificate',
      `UPDATE install SET engine_state = jsonb_set(engine_state, '{rdp,certificateSha256}', '"dd"') WHERE id = $1`,
      'certificate_changed',
    ],
  ])('end desktops of an install that is %s', async (_, sql, reason) => {
    const { sessionId, installId } = await world.opened({ userId });
    await world.db.query(sql, [installId]);
    expect(await world.report([{ sessionId }])).toEqual([{ sessionId, reason }]);
    // The order is repeated until the relay reports the end.
    expect(await world.report([{ sessionId }])).toEqual([{ sessionId, reason }]);
    await world.report([{ sessionId, ended: reason }]);
    expect(await world.row(sessionId)).toMatchObject({ end_reason: reason });
  });

  it('end desktops of a revoked session, of all a user’s sessions and of a closed account', async () => {
    const [sessionId, ann, bob] = [newId(), newId(), newId()];
    const one = await world.opened({ userId, sessionId });
    const other = await world.opened({ userId });
    const all = await world.opened({ userId: ann, epoch: 4 });
    const closed = await world.opened({ userId: bob });
    const edge = world.app.get(EdgeState);
    await world.app.get(EdgeWriter).revokeSession(sessionId);
    await world.app.get(EdgeWriter).revokeUser(ann, 5);
    await world.app.get(DeletedUsersService).close(bob, newId());
    await waitFor(() => edge.isRevoked({ userId: ann, sessionId: '', epoch: 4 }));
    const ends = await world.report([one, other, all, closed]);
    expect(ends).toEqual(
      [one, all, closed].map((desktop) => ({
        sessionId: desktop.sessionId,
        reason: 'ended_by_owner',
      })),
    );
  });

  it('cause no deadlock when the same desktops are reported concurrently in different orders', async () => {
    const desktops = [];
    for (let n = 0; n < 10; n++) {
      const subject = newId();
      desktops.push(await world.opened({ userId: subject }));
    }
    const reports = desktops.map(({ sessionId }, n) => ({ sessionId, bytesToWindows: n }));
    const rounds = Array.from({ length: 10 }, (_, n) =>
      world.report(n % 2 ? reports : reports.toReversed()),
    );
    expect((await Promise.all(rounds)).flat()).toEqual([]);
  });

  it('are deleted 90 days after the end of the desktop', async () => {
    const { sessionId } = await world.opened({ userId });
    await world.report([{ sessionId, ended: 'closed' }]);
    await world.age(sessionId, '89 days');
    await world.run(PRUNE_JOB);
    expect(await world.row(sessionId)).toMatchObject({ end_reason: 'closed' });
    await world.age(sessionId, '2 days');
    await world.run(PRUNE_JOB);
    await expect(world.row(sessionId)).rejects.toThrow('no desktop');
  });
});

it('open desktops end with the next report after desktops are switched off', async () => {
  const on = await DesktopWorld.start();
  const { sessionId } = await on.opened({ userId: newId() });
  const off = await DesktopWorld.start({ DESKTOP_ENABLED: 'false' }, {}, on.app.database);
  expect(await off.report([{ sessionId }])).toEqual([{ sessionId, reason: 'switched_off' }]);
  await off.close();
  await on.close();
});
