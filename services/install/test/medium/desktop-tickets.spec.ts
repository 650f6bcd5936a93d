import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { sha256Hex } from '@casement/common/core/crypto/tokens.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import type { InstallRecord } from '@casement/proto/http/install/install.js';
import { DeletedUsersService } from '../../src/deleted-users/deleted-users.service.js';
import { PRUNE_JOB } from '../../src/desktops/desktop-sweeper.js';
import { CERTIFICATE, DesktopWorld, PROOF } from '../factories/desktop-world.js';

const NOT_FOUND = { code: 'NOT_FOUND' };
const codeOf = ({ body }: { body: unknown }) => (body as { code: string }).code;

describe('desktop tickets', () => {
  let world: DesktopWorld;
  let userId: string;
  beforeAll(async () => {
    world = await DesktopWorld.start();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    userId = newId();
    await world.db.query('DELETE FROM install');
    await world.db.query('DELETE FROM desktop_session');
  });

  it('open the desktop of a completed install and are stored only as a hash', async () => {
    const id = await world.completed(userId);
    const before = Date.now();
    const answer = await world.ticket(id, { userId });
    const after = Date.now();
    const { ip } = (await record(id)) as { ip: string };
    expect(answer).toEqual({
      ticket: expect.stringMatching(/^[\w-]{43}$/) as string,
      expires_at: expect.any(String) as string,
      url: '/api/desktop',
      host: ip,
      port: 3389,
      account: 'Administrator',
    });
    // The ticket is valid for 30 seconds.
    const made = Date.parse(answer.expires_at) - 30_000;
    expect(made).toBeGreaterThan(before - 1_000);
    expect(made).toBeLessThan(after + 1_000);
    const row = await world.row(await world.latest(userId));
    expect(row.ticket_hash).toBe(sha256Hex(answer.ticket));
    expect(JSON.stringify(row)).not.toContain(answer.ticket);

    const opened = await world.open(answer.ticket);
    expect(opened).toEqual({
      sessionId: row.id,
      host: ip,
      port: 3389,
      certificateSha256: CERTIFICATE,
      maxBytes: 20 * 2 ** 30,
      userId,
      installId: id,
    });
    expect(await world.row(opened.sessionId)).toMatchObject({
      ticket_hash: null,
      replica: 'relay-1',
      client_address: '203.0.113.7',
      ended_at: null,
    });
  });

  const record = async (id: string) => {
    const answer = await world.app.http
      .get(`/api/user/install/${id}`)
      .set(world.app.as({ userId }))
      .expect(200);
    return (answer.body as { data: InstallRecord }).data;
  };

  it('can be used once, even by concurrent calls', async () => {
    const { ticket } = await world.ticket(await world.completed(userId), { userId });
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => world.open(ticket)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(world.open(ticket)).rejects.toMatchObject(NOT_FOUND);
  });

  it('are rejected after 30 seconds or if invalid', async () => {
    const { ticket } = await world.ticket(await world.completed(userId), { userId });
    await world.age(await world.latest(userId), '30 seconds');
    await expect(world.open(ticket)).rejects.toMatchObject(NOT_FOUND);
    for (const nonsense of ['', 'x'.repeat(5000), sha256Hex(ticket), '\u0000']) {
      await expect(world.open(nonsense)).rejects.toMatchObject(NOT_FOUND);
    }
  });

  it("are not issued for another user's install or without an account", async () => {
    const id = await world.completed(userId);
    expect(codeOf(await world.ask(id, { userId: newId() }).expect(404))).toBe('NOT_FOUND');
    expect(codeOf(await world.ask(newId(), { userId }).expect(404))).toBe('NOT_FOUND');
    await world.ask('nonsense', { userId }).expect(400);
    await world.app.http.post(`/api/user/install/${id}/desktop`).expect(401);
  });

  it.each([
    ['deleted', 'DELETE FROM install WHERE id = $1'],
    ['set to failed', `UPDATE install SET status = 'failed' WHERE id = $1`],
    ['at another address', `UPDATE install SET ip = '127.0.0.250' WHERE id = $1`],
    ['another user’s', `UPDATE install SET user_id = gen_random_uuid() WHERE id = $1`],
    [
      'verified with another certificate',
      `UPDATE install SET engine_state = jsonb_set(engine_state, '{rdp,certificateSha256}', '"dd"') WHERE id = $1`,
    ],
    [
      'at another port',
      `UPDATE install SET engine_state = jsonb_set(engine_state, '{rdp,port}', '3390') WHERE id = $1`,
    ],
    [
      'not verified',
      `UPDATE install SET engine_state = jsonb_set(engine_state, '{rdp}', 'null') WHERE id = $1`,
    ],
  ])('open nothing and are used up if the install is %s', async (_, sql) => {
    const id = await world.completed(userId);
    const { ticket } = await world.ticket(id, { userId });
    const [before] = await world.db.query('SELECT * FROM install WHERE id = $1', [id]);
    await world.db.query(sql, [id]);
    await expect(world.open(ticket)).rejects.toMatchObject(NOT_FOUND);
    // The row is restored, so that only the used ticket can be the reason for a refusal.
    await world.db.query('DELETE FROM install WHERE id = $1', [id]);
    await world.db.query(
      'INSERT INTO install SELECT * FROM jsonb_populate_record(NULL::install, $1::jsonb)',
      [JSON.stringify(before)],
    );
    await expect(world.open(ticket)).rejects.toMatchObject(NOT_FOUND);
    expect((await world.row(await world.latest(userId))).opened_at).toBeNull();
  });

  it('open nothing after the session was revoked or while the account is being deleted', async () => {
    const edge = world.app.get(EdgeState);
    const id = await world.completed(userId);
    const sessionId = newId();
    const revoked = await world.ticket(id, { userId, sessionId });
    const closed = await world.ticket(id, { userId });
    await world.app.get(EdgeWriter).revokeSession(sessionId);
    await waitFor(() => edge.isRevoked({ userId, sessionId, epoch: 0 }));
    await expect(world.open(revoked.ticket)).rejects.toMatchObject(NOT_FOUND);
    await world.app.get(DeletedUsersService).close(userId, newId());
    await expect(world.open(closed.ticket)).rejects.toMatchObject(NOT_FOUND);
    expect(codeOf(await world.ask(id, { userId }).expect(409))).toBe('ACCOUNT_CLOSED');
  });

  const HANDSHAKE = { ...PROOF, proof: 'handshake' as const, certificateSha256: null };
  it.each([
    ['running', 'its proof', PROOF, 'has not finished yet'],
    ['failed', 'its proof', PROOF, 'has failed'],
    ['manual_review', 'its proof', PROOF, 'has not finished yet'],
    ['completed', 'no proof', null, 'has not accepted the password'],
    ['completed', 'only a handshake', HANDSHAKE, 'has not accepted the password'],
  ] as const)('are not issued for a %s install with %s', async (...row) => {
    const [status, , proof, text] = row;
    const id = await world.completed(userId);
    await world.change(id, { status }, proof);
    const { body } = await world.ask(id, { userId }).expect(409);
    expect(body).toMatchObject({
      code: 'DESKTOP_UNAVAILABLE',
      message: expect.stringContaining(text) as string,
    });
    expect((await record(id)).rdp?.desktop ?? false).toBe(false);
  });

  it('are offered by the record of an install whose password Windows accepted', async () => {
    expect((await record(await world.completed(userId))).rdp).toMatchObject({ desktop: true });
  });

  it('require a recent password or code', async () => {
    const id = await world.completed(userId);
    const refused = await world.ask(id, { userId, confirmedSecondsAgo: 301 }).expect(403);
    expect(codeOf(refused)).toBe('STEP_UP_REQUIRED');
    await world.ask(id, { userId, confirmedSecondsAgo: 290 }).expect(201);
  });

  it('are announced once per install and session of the user', async () => {
    const id = await world.completed(userId);
    const { ip } = await record(id);
    const [first, second] = [newId(), newId()];
    for (const sessionId of [first, first, second]) await world.ticket(id, { userId, sessionId });
    const events = await waitFor(async () => {
      const all = await world.app.nats.events('install.desktop.opened.v1');
      const matchingEvents = all.filter(({ payload }) => payload.installId === id);
      return matchingEvents.length === 2 && matchingEvents.map(({ payload }) => payload);
    });
    expect(events).toEqual(Array(2).fill({ userId, installId: id, ip }));
  });

  it('show the open desktops to their user only', async () => {
    const { sessionId } = await world.opened({ userId });
    const list = async (as: string) => {
      const answer = await world.app.http
        .get('/api/user/install-desktops')
        .set(world.app.as({ userId: as }))
        .expect(200);
      return (answer.body as { data: { id: string; client_address: string }[] }).data;
    };
    expect(await list(userId)).toMatchObject([{ id: sessionId, client_address: '203.0.113.7' }]);
    expect(await list(newId())).toEqual([]);
  });

  it('are limited to 30 a minute per user', async () => {
    const id = await world.completed(userId);
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => world.ask(id, { userId }).then(({ status }) => status)),
    );
    expect(answers.filter((status) => status === 201)).toHaveLength(30);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
    const refused = await world.ask(id, { userId }).expect(429);
    expect(codeOf(refused)).toBe('RATE_LIMITED');
    expect(refused.headers['retry-after']).toBe('60');
    const other = newId();
    await world.ask(await world.completed(other), { userId: other }).expect(201);
    await world.db.query(`UPDATE desktop_session SET created_at = now() - interval '61 seconds'`);
    await world.ask(id, { userId }).expect(201);
  });

  it('are limited to 200 in a row per user, and then to one in two minutes', async () => {
    const id = await world.completed(userId);
    for (let round = 0; round < 8; round++) {
      await Promise.all(Array.from({ length: 25 }, () => world.ticket(id, { userId })));
      await world.db.query('DELETE FROM desktop_session');
    }
    const refused = await world.ask(id, { userId }).expect(429);
    expect(codeOf(refused)).toBe('RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(120);
  });

  it('open at most three desktops of a user, even concurrently', async () => {
    const id = await world.completed(userId);
    const tickets = [];
    for (let n = 0; n < 8; n++) tickets.push((await world.ticket(id, { userId })).ticket);
    const tries = await Promise.allSettled(tickets.map((ticket) => world.open(ticket)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const one of tries) {
      if (one.status === 'rejected') {
        expect(one.reason).toMatchObject({ code: 'DESKTOP_LIMIT', kind: 'rate_limited' });
      }
    }
    expect(codeOf(await world.ask(id, { userId }).expect(409))).toBe('DESKTOP_LIMIT');
    // A desktop whose relay died does not count.
    await world.silence(await world.latestOpen(userId), '31 seconds');
    await world.open((await world.ticket(id, { userId })).ticket);
  });

  it('are deleted if unused', async () => {
    await world.ticket(await world.completed(userId), { userId });
    const id = await world.latest(userId);
    await world.run(PRUNE_JOB);
    expect(await world.row(id)).toBeDefined();
    await world.age(id, '91 seconds');
    await world.run(PRUNE_JOB);
    await expect(world.row(id)).rejects.toThrow('no desktop');
  });

  it('are erased with their user', async () => {
    const { sessionId } = await world.opened({ userId });
    await world.app.get(DeletedUsersService).erase(userId);
    await expect(world.row(sessionId)).rejects.toThrow('no desktop');
  });
});

describe('disabled desktops', () => {
  it('issue no ticket and are not offered by installs', async () => {
    const world = await DesktopWorld.start({ DESKTOP_ENABLED: 'false' });
    const userId = newId();
    const id = await world.completed(userId);
    const { body } = await world.ask(id, { userId }).expect(409);
    expect(body).toMatchObject({
      code: 'DESKTOP_UNAVAILABLE',
      message: 'Opening Windows in the browser is turned off. Nothing was opened.',
    });
    const history = await world.app.http
      .get('/api/user/install-history')
      .set(world.app.as({ userId }))
      .expect(200);
    const [install] = (history.body as { data: InstallRecord[] }).data;
    expect(install.rdp).toMatchObject({ desktop: false });
    await world.close();
  });
});
