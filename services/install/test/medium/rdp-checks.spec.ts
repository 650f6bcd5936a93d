import type { InstallRecord } from '@casement/proto/http/install/install.js';
import type { RdpCheck } from '@casement/proto/http/install/rdp.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { newConvertState, type ConvertState } from '@casement/install-engine/convert/state.js';
import { toFailure } from '@casement/install-engine/failures/engine-error.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { aRequest, installApp } from '../factories/install-app.js';
import {
  StandInWindows,
  type StandInOptions,
} from '@casement/install-engine/testing/rdp/stand-in-windows.js';

type App = Awaited<ReturnType<typeof installApp>>;

const HOST = '127.0.0.10';
const PASSWORD = 'sesame-of-windows';
const HANDSHAKE = {
  account: 'Administrator',
  port: 22,
  proof: 'handshake' as const,
  provenAt: '2026-11-01T00:00:00.000Z',
  certificateSha256: null,
};

describe('POST /user/install/{id}/rdp-check', () => {
  let app: App;
  let port: number;
  let userId: string;
  let id: string;
  const windows: StandInWindows[] = [];

  beforeAll(async () => {
    port = await freePort();
    app = await installApp({ env: { INSTALL_TARGET_PORT: String(port) } });
  });
  afterAll(() => app.close());
  afterEach(() => Promise.all(windows.splice(0).map((one) => one.close())));
  beforeEach(async () => {
    userId = newId();
    app.quota.left = 1;
    await app.get(Database).query('DELETE FROM install');
    const answer = await app.http
      .post('/api/user/install')
      .set(app.as({ userId }))
      .send(aRequest())
      .expect(200);
    id = (answer.body as { data: { id: string } }).data.id;
  });

  const startWindows = async (options: StandInOptions = {}) => {
    const one = new StandInWindows({ password: PASSWORD, ...options });
    windows.push(one);
    await one.listen(port, HOST);
    return one;
  };
  const row = () => app.get(Database).manager.findOneByOrFail(InstallEntity, { id });
  const insertInstall = async (
    status: InstallEntity['status'],
    over: Partial<ConvertState> = {},
  ) => {
    const ended = status === 'completed' || status === 'failed';
    const { engineState } = await row();
    await app.get(Database).manager.update(
      InstallEntity,
      { id },
      {
        status,
        engineState: { ...engineState, ...over },
        ...(ended && { finishedAt: new Date(), vpsCredentials: null }),
      },
    );
  };
  const inReview = () => {
    const at = new Date().toISOString();
    const failure = { ...toFailure('RDP_SIGN_IN_LOST'), detail: null, at };
    return insertInstall('manual_review', {
      ...newConvertState(new Date()),
      step: 'review',
      failure,
    });
  };
  const check = (password = PASSWORD, subject = userId) =>
    app.http
      .post(`/api/user/install/${id}/rdp-check`)
      .set(app.as({ userId: subject }))
      .send({ password });
  const answered = async (password?: string) =>
    ((await check(password).expect(200)).body as { data: RdpCheck }).data;
  const record = async () => {
    const answer = await app.http
      .get('/api/user/install-history')
      .set(app.as({ userId }))
      .expect(200);
    return (answer.body as { data: InstallRecord[] }).data[0];
  };

  it('completes an install in review and spends its quota after Windows accepts the password', async () => {
    const server = await startWindows();
    await inReview();
    const proof = {
      account: 'Administrator',
      port,
      proof: 'password_accepted',
      proven_at: expect.any(String) as string,
      certificate_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      desktop: true,
    };
    expect(await answered()).toEqual({
      code: 'RDP_PASSWORD_ACCEPTED',
      message: 'Windows accepted the password of Administrator.',
      cure: null,
      rdp: proof,
    });
    expect(await record()).toMatchObject({
      status: 'completed',
      failure: null,
      quota: 'spent',
      rdp: proof,
    });
    const { engineState, leaseEpoch, finishedAt, agentTokenHash } = await row();
    expect(engineState.step).toBe('end');
    expect([leaseEpoch, agentTokenHash]).toEqual([1, null]);
    expect(finishedAt).not.toBeNull();
    expect(server.accepted).toBe(1);
    await waitFor(async () => {
      const events = await app.nats.events('install.job.status-changed.v1');
      return events.some(({ payload }) => payload.installId === id && payload.desktop === true);
    });
  });

  it('uses the account name reported by Windows', async () => {
    await startWindows({ user: 'Administrateur' });
    await inReview();
    const { agentState } = await row();
    await app
      .get(Database)
      .manager.update(
        InstallEntity,
        { id },
        { agentState: { ...agentState, account: 'Administrateur' } },
      );
    expect(await answered()).toMatchObject({ rdp: { account: 'Administrateur' } });
  });

  it('adds proof to an install completed by a handshake and keeps its end time', async () => {
    await startWindows();
    await insertInstall('completed', { step: 'end', rdp: HANDSHAKE });
    const { finishedAt, version } = await row();
    expect((await record()).rdp).toMatchObject({ proof: 'handshake', certificate_sha256: null });
    expect(await answered()).toMatchObject({ code: 'RDP_PASSWORD_ACCEPTED' });
    expect((await record()).rdp).toMatchObject({ proof: 'password_accepted', port });
    expect(await row()).toMatchObject({ finishedAt, version, status: 'completed' });
  });

  it('pins the current certificate, and keeps the earlier proof if the password is refused', async () => {
    const former = {
      ...HANDSHAKE,
      proof: 'password_accepted' as const,
      certificateSha256: 'c'.repeat(64),
    };
    await insertInstall('completed', { step: 'end', rdp: former });
    await startWindows();
    const unchanged = { certificate_sha256: former.certificateSha256, desktop: true };
    expect(await answered('another')).toMatchObject({
      code: 'RDP_PASSWORD_REFUSED',
      rdp: unchanged,
    });
    expect((await record()).rdp).toMatchObject(unchanged);
    const { rdp } = await answered();
    expect(rdp!.certificate_sha256).not.toBe(former.certificateSha256);
    expect((await record()).rdp).toEqual(rdp);
  });

  it.each([
    [{ password: 'another' }, 'RDP_PASSWORD_REFUSED'],
    [{ password: 'another', version: 5 }, 'RDP_SIGN_IN_LOST'],
    [{ status: 0xc0000234 }, 'RDP_ACCOUNT_LOCKED'],
    [{ offers: 'tls' as const }, 'RDP_NLA_MISSING'],
    [null, 'RDP_UNREACHABLE'],
  ])(
    'changes nothing for a Windows with %j and returns %s with a remedy',
    async (options, code) => {
      if (options) await startWindows(options);
      await inReview();
      const answer = await answered();
      expect(answer).toMatchObject({ code, rdp: null });
      expect(answer.cure).not.toBe('');
      expect(await record()).toMatchObject({
        status: 'manual_review',
        failure: { code: 'RDP_SIGN_IN_LOST' },
        rdp: null,
      });
    },
  );

  it.each([
    ['pending', {}],
    ['preparing', {}],
    ['running', {}],
    ['failed', {}],
  ] as const)('makes no attempt for a %s install', async (status, over) => {
    const server = await startWindows();
    await insertInstall(status, over);
    expect((await check().expect(409)).body).toMatchObject({ code: 'RDP_CHECK_REFUSED' });
    expect(server.asked).toBe(0);
  });

  it('returns 404 to other callers, including administrators', async () => {
    await inReview();
    const server = await startWindows();
    await check(PASSWORD, newId()).expect(404);
    const path = `/api/user/install/${id}/rdp-check`;
    await app.http.post(path).send({ password: PASSWORD }).expect(401);
    await app.http
      .post(path)
      .set(app.as({ admin: true }))
      .send({ password: PASSWORD })
      .expect(404);
    expect(server.asked).toBe(0);
  });

  it('is limited to five checks an hour, below the lockout of Windows', async () => {
    const server = await startWindows({ password: 'another' });
    await inReview();
    // Concurrent checks, each of which is counted before it runs.
    const answers = await Promise.all(Array.from({ length: 7 }, () => check()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(server.tried).toBe(5);
    const { body } = await check().expect(429);
    expect(body).toMatchObject({ code: 'RATE_LIMITED' });
    await app
      .get(Database)
      .query(`UPDATE install SET rdp_checked_at = ARRAY[now() - interval '61 minutes']`);
    await check().expect(200);
    expect((await row()).rdpCheckedAt).toHaveLength(1);
  });

  it('counts each AUTHENTICATE message of a check that tries several message orders', async () => {
    const server = await startWindows({ password: 'another', version: 2 });
    await inReview();
    expect((await answered()).code).toBe('RDP_SIGN_IN_LOST');
    expect(server.tried).toBe(3);
    await answered();
    expect(server.tried).toBe(5);
    await check().expect(429);
    expect(server.tried).toBe(5);
  });

  it('counts checks across all installs of a user', async () => {
    await inReview();
    await app.get(Database).query(
      `INSERT INTO install SELECT (jsonb_populate_record(i, jsonb_build_object('id', $2::uuid, 'ip', '127.0.0.11',
           'rdp_checked_at', (SELECT array_agg(now()) FROM generate_series(1, 20))))).* FROM install AS i WHERE id = $1`,
      [id, newId()],
    );
    await check().expect(429);
  });

  it('refuses an address that the address policy forbids', async () => {
    await inReview();
    await app.get(Database).query(`UPDATE install SET ip = '10.0.0.1'`);
    expect((await check().expect(400)).body).toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it.each([
    ['', 'RDP password is required'],
    [undefined, 'RDP password is required'],
    ['x'.repeat(128), 'RDP password must be at most 127 characters'],
  ])('rejects %j as password', async (password, message) => {
    await inReview();
    const { body } = await app.http
      .post(`/api/user/install/${id}/rdp-check`)
      .set(app.as({ userId }))
      .send({ password })
      .expect(400);
    expect(JSON.stringify(body)).toContain(message);
  });

  it('does not store the password', async () => {
    await startWindows({ password: 'another' });
    await inReview();
    await check('sesame-that-was-typed').expect(200);
    const tables = await app
      .get(Database)
      .query<{ name: string }>(
        `SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
      );
    for (const { name } of tables) {
      const rows = await app.get(Database).query(`SELECT t::text AS row FROM ${name} AS t`);
      expect(JSON.stringify(rows)).not.toContain('sesame-that-was-typed');
    }
  });
});
