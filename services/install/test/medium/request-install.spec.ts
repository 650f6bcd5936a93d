import { newId } from '@casement/common/data/database/new-id.js';
import { Database } from '@casement/common/data/database/database.js';
import { vpsScript } from '@casement/install-engine/scripts.js';
import { sshKey } from '@casement/install-engine/testing/ssh-key.js';
import { InstallEntity } from '../../src/installs/install.entity.js';
import { InstallSecrets } from '../../src/installs/install-secrets.js';
import { InstallReservations } from '../../src/installs/install-reservations.service.js';
import { aRequest, installApp } from '../factories/install-app.js';

type App = Awaited<ReturnType<typeof installApp>>;

describe('POST /user/install', () => {
  let app: App;
  let userId: string;

  beforeAll(async () => {
    app = await installApp({
      env: {
        INSTALL_OWN_ADDRESSES: '203.0.113.0/24',
        INSTALL_PROOF_NETWORKS: '198.51.100.0/24',
      },
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    userId = newId();
    app.quota.left = 1;
    app.quota.loseAnswers = false;
    await app.get(Database).query('DELETE FROM install');
  });

  const post = (body: object, subject = { userId }) =>
    app.http.post('/api/user/install').set(app.as(subject)).send(body);
  const rows = () => app.get(Database).query('SELECT * FROM install');

  it('§9 holds one quota and queues the install', async () => {
    const { body } = await post(aRequest()).expect(200);

    expect(body).toMatchObject({
      success: true,
      data: {
        ip: '127.0.0.10',
        win_ver: 'ws2022',
        status: 'pending',
        quota: 'held',
        failure: null,
      },
    });
    expect([...app.quota.held]).toEqual([body.data.id]);
  });

  describe('Windows options', () => {
    const windows_options = {
      time_zone: 'Asia/Jakarta',
      account_name: 'budi',
      account_password: 'Rahasia-123',
      networks: ['203.0.113.0/24'],
      product_key: 'BCDFG-HJKMP-QRTVW-XY346-789BC',
      script: 'Set-Content C:\\setup.txt Sesame-Of-Script',
    };

    it('stores them, and second password, licence key and script only sealed', async () => {
      const { body } = await post(aRequest({ windows_options })).expect(200);
      const [row] = await rows();
      const { account_password: password, product_key: key, script, ...choices } = windows_options;
      expect(row).toMatchObject({ windows_options: { ...choices, account_group: 'users' } });
      expect(JSON.stringify([row, body])).not.toContain(password);
      expect(JSON.stringify([row, body])).not.toContain(key);
      expect(JSON.stringify([row, body])).not.toContain('Sesame-Of-Script');
      const { id } = body.data as { id: string };
      const install = await app.get(Database).manager.findOneByOrFail(InstallEntity, { id });
      expect(app.get(InstallSecrets).ofSettings(install)).toEqual({
        accountPassword: password,
        productKey: key,
        script,
      });
    });

    it.each([
      ['computer_name', 'Administrator', 'COMPUTER_NAME'],
      ['networks', ['any'], 'WINDOWS_NETWORKS'],
      ['time_zone', 'Mars/Olympus', 'TIME_ZONE'],
      ['display_language', 'german', 'WINDOWS_DISPLAY_LANGUAGE'],
      ['display_language', 'de-DE', 'WINDOWS_LANGUAGE_MISSING'],
      ['dns', ['dns.example'], 'WINDOWS_DNS'],
      ['product_key', 'BCDFG-HJKMP', 'WINDOWS_PRODUCT_KEY'],
      ['script', ' ', 'SCRIPT'],
      ['script', 'ä'.repeat(32 * 1024 + 1), 'SCRIPT'],
    ])('rejects a wrong %s with an error at its field', async (name, value, code) => {
      const wrong = { ...windows_options, [name]: value };
      const { body } = await post(aRequest({ windows_options: wrong })).expect(400);
      expect(body.details).toMatchObject([{ code }]);
      expect(body.details[0].path).toContain(`windows_options.${name}`);
      expect(await rows()).toEqual([]);
    });

    it('rejects an address of this service for Windows', async () => {
      const own = { address: '203.0.113.10/24', gateway: '203.0.113.1' };
      const { body } = await post(aRequest({ windows_options: own })).expect(400);
      expect(body.details).toMatchObject([
        { path: 'windows_options.address', code: 'WINDOWS_OWN_ADDRESS' },
      ]);
      expect(await rows()).toEqual([]);
    });

    it('reports that networks can be limited', async () => {
      const { body } = await app.http
        .get('/api/user/install-options')
        .set(app.as({ userId }))
        .expect(200);
      expect(body.data).toMatchObject({ can_limit_networks: true });
    });
  });

  describe('with an SSH key', () => {
    const PHRASE = 'sesame of the key';
    const key = sshKey('-t', 'ed25519', '-N', PHRASE);
    const byKey = { passwd_vps: '', ssh_key: key.text, ssh_passphrase: PHRASE };

    it('needs no password and stores the opened key sealed, without its passphrase', async () => {
      const account = { ssh_port: 2222, ssh_user: 'ubuntu' };
      const { body } = await post(aRequest({ ...byKey, ...account })).expect(200);
      const [row] = await rows();
      expect(row).toMatchObject(account);
      expect(JSON.stringify(row)).not.toContain('PRIVATE KEY');
      expect(JSON.stringify(body)).not.toContain('PRIVATE KEY');
      const { id } = body.data as { id: string };
      const install = await app.get(Database).manager.findOneByOrFail(InstallEntity, { id });
      const storedRows = app.get(InstallSecrets).vpsCredentials(install);
      expect(storedRows).toEqual({ password: '', key: expect.stringContaining('BEGIN OPENSSH') });
      expect(JSON.stringify(storedRows)).not.toContain('sesame');
    });

    it.each([
      ['a wrong passphrase', { ssh_passphrase: 'x' }, 'ssh_passphrase', 'SSH_PASSPHRASE_WRONG'],
      ['no passphrase', { ssh_passphrase: '' }, 'ssh_passphrase', 'SSH_PASSPHRASE_REQUIRED'],
      ['no key', { ssh_key: 'my key' }, 'ssh_key', 'SSH_KEY_UNREADABLE'],
      ['a public key', { ssh_key: key.open }, 'ssh_key', 'SSH_KEY_PUBLIC'],
      ['an overlong key', { ssh_key: 'x'.repeat(16_385) }, 'ssh_key', 'SSH_KEY_TOO_LONG'],
      ['a port above 65535', { ssh_port: 65_536 }, 'ssh_port', 'SSH_PORT'],
      ['a username that contains a command', { ssh_user: 'a; reboot' }, 'ssh_user', 'SSH_USER'],
      [
        'a username that looks like an option',
        { ssh_user: '-oProxyCommand=x' },
        'ssh_user',
        'SSH_USER',
      ],
    ])('rejects %s with an error at its field and changes nothing', async (_, over, path, code) => {
      const { body } = await post(aRequest({ ...byKey, ...over })).expect(400);
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path, code }] });
      expect(JSON.stringify(body)).not.toMatch(/sesame|PRIVATE/);
      expect(await rows()).toEqual([]);
      expect(app.quota.left).toBe(1);
    });

    it('§5 requires the password if neither is given', async () => {
      const { body } = await post(aRequest({ passwd_vps: '', ssh_key: '' })).expect(400);
      expect(body).toMatchObject({
        message: 'VPS password is required',
        details: [{ path: 'passwd_vps' }],
      });
    });
  });

  it('stores both passwords sealed and returns none in lists', async () => {
    await post(aRequest({ passwd_vps: 'sesame-of-root', passwd_rdp: 'sesame-of-rdp' })).expect(200);

    const stored = JSON.stringify(await rows());
    expect(stored).not.toContain('sesame');
    const ownResponse = await app.http
      .get('/api/user/install-history')
      .set(app.as({ userId }))
      .expect(200);
    expect(ownResponse.headers['cache-control']).toBe('no-store');
    expect(ownResponse.body.data[0]).toMatchObject({ passwd_rdp: null, passwd_rdp_until: null });
    expect(JSON.stringify(ownResponse.body)).not.toContain('sesame');
    const othersResponse = await app.http
      .get('/api/user/install-history')
      .set(app.as({ userId: newId() }))
      .expect(200);
    expect(othersResponse.body.data).toEqual([]);
  });

  it("filters the user's history by status or address", async () => {
    app.quota.left = 3;
    for (const ip of ['8.8.9.1', '8.8.9.2']) await post(aRequest({ ip })).expect(200);
    await post(aRequest({ ip: '8.8.9.3' }), { userId: newId() }).expect(200);
    await app
      .get(Database)
      .query(`UPDATE install SET status = 'completed', vps_password = NULL WHERE ip = '8.8.9.1'`);
    const ips = async (query: string) => {
      const path = `/api/user/install-history?${query}`;
      const answer = await app.http.get(path).set(app.as({ userId })).expect(200);
      return (answer.body as { data: { ip: string }[] }).data.map(({ ip }) => ip);
    };
    expect(await ips('status=completed')).toEqual(['8.8.9.1']);
    expect(await ips('status=active')).toEqual(['8.8.9.2']);
    expect(await ips('ip=8.8.9.2')).toEqual(['8.8.9.2']);
    expect(await ips('ip=8.8.9.3')).toEqual([]);
    expect(await ips('ip=8.8.9.2&port=22')).toEqual(['8.8.9.2']);
    expect(await ips('ip=8.8.9.2&port=2222')).toEqual([]);
    expect(await ips('search=8.9.')).toEqual(['8.8.9.2', '8.8.9.1']);
    expect(await ips('search=9.1')).toEqual(['8.8.9.1']);
    expect(await ips('search=%25')).toEqual([]);
    expect(await ips('win_ver=ws2022&search=9.2')).toEqual(['8.8.9.2']);
    expect(await ips('win_ver=win11')).toEqual([]);
    const [{ id }] = await app
      .get(Database)
      .query<{ id: string }>('SELECT id FROM install WHERE user_id = $1', [userId]);
    const label = { label: 'Web-1' };
    await app.http
      .put(`/api/user/install/${id}/label`)
      .set(app.as({ userId }))
      .send(label)
      .expect(200);
    expect(await ips('search=wEb')).toHaveLength(1);
    expect(await ips('status=all&after=')).toEqual(['8.8.9.2', '8.8.9.1']);
    for (const [query, path] of [
      ['status=done', 'status'],
      ['ip=8.8.9', 'ip'],
      ['port=65536', 'port'],
      [`search=${'x'.repeat(255)}`, 'search'],
    ]) {
      const answer = app.http.get(`/api/user/install-history?${query}`).set(app.as({ userId }));
      expect((await answer.expect(400)).body).toMatchObject({ details: [{ path }] });
    }
  });

  describe('with an Idempotency-Key', () => {
    const keyed = (key: string, body: object) => post(body).set('Idempotency-Key', key);

    it('creates one install, holds one quota and repeats the first response', async () => {
      app.quota.left = 2;
      const key = newId();
      const first = await keyed(key, aRequest()).expect(200);
      const again = await keyed(key, aRequest()).expect(200);
      expect(again.body).toEqual(first.body);
      expect(app.quota.left).toBe(1);
      expect(await rows()).toHaveLength(1);
      await keyed(key, aRequest({ ip: '127.0.0.11' })).expect(422);
      expect(app.quota.left).toBe(1);
    });

    it('succeeds with the same key after it was refused for lack of quota', async () => {
      app.quota.left = 0;
      const key = newId();
      await keyed(key, aRequest()).expect(402);
      app.quota.left = 1;
      await keyed(key, aRequest()).expect(200);
    });

    it('creates one install after a request without response and stores no password', async () => {
      app.quota.loseAnswers = true;
      const key = newId();
      const body = aRequest({ passwd_vps: 'sesame-of-root' });
      await keyed(key, body).expect(503);
      app.quota.loseAnswers = false;
      await app.get(InstallReservations).sweep(new Date(Date.now() + 61_000));
      await keyed(key, body).expect(200);
      expect(app.quota.left).toBe(0);
      expect(await rows()).toHaveLength(1);
      const storedRows = await app.get(Database).query('SELECT * FROM idempotency_key');
      expect(JSON.stringify(storedRows)).not.toContain('sesame');
    });
  });

  it("§9 returns the user's history 15 per page, newest first", async () => {
    app.quota.left = 17;
    await post(aRequest({ ip: '8.8.9.99' }), { userId: newId() }).expect(200);
    for (let n = 1; n <= 16; n += 1) await post(aRequest({ ip: `8.8.9.${n}` })).expect(200);
    const history = async (query = '') => {
      const path = `/api/user/install-history${query}`;
      const answer = await app.http.get(path).set(app.as({ userId })).expect(200);
      const { meta, data } = answer.body as { meta: unknown; data: { ip: string }[] };
      return { meta, ips: data.map(({ ip }) => ip) };
    };
    const first = await history();
    expect(first.meta).toEqual({ page: 1, pageSize: 15, total: 16 });
    expect(first.ips).toEqual(Array.from({ length: 15 }, (_, n) => `8.8.9.${16 - n}`));
    expect((await history('?page=2')).ips).toEqual(['8.8.9.1']);
  });

  it.each([
    ['§5 a missing address', { ip: '' }, 'VALIDATION_FAILED', 'IP address is required'],
    [
      '§5 text that is not an IPv4 address',
      { ip: '1.2.3' },
      'VALIDATION_FAILED',
      'Invalid IPv4 address',
    ],
    [
      '§5 a missing root password',
      { passwd_vps: '' },
      'VALIDATION_FAILED',
      'VPS password is required',
    ],
    ['§5 a missing version', { win_ver: '' }, 'VALIDATION_FAILED', 'Windows version is required'],
    [
      '§5 a short RDP password',
      { passwd_rdp: 'abc' },
      'VALIDATION_FAILED',
      'RDP password must be at least 4 characters',
    ],
    [
      '§5 an RDP password that begins with #',
      { passwd_rdp: '#abcd' },
      'VALIDATION_FAILED',
      'RDP password cannot start with "#" character',
    ],
    ['an unknown version', { win_ver: 'ws1999' }, 'WINDOWS_VERSION_UNKNOWN', undefined],
    ['10.0.0.1', { ip: '10.0.0.1' }, 'ADDRESS_REFUSED', undefined],
    ['169.254.169.254', { ip: '169.254.169.254' }, 'ADDRESS_REFUSED', undefined],
    ['0.0.0.0', { ip: '0.0.0.0' }, 'ADDRESS_REFUSED', undefined],
    ['100.64.0.1', { ip: '100.64.0.1' }, 'ADDRESS_REFUSED', undefined],
    ['224.0.0.1', { ip: '224.0.0.1' }, 'ADDRESS_REFUSED', undefined],
  ])('rejects %s and changes nothing', async (_, over, code, message) => {
    const { body } = await post(aRequest(over)).expect(400);

    // The form shows the message next to the field.
    expect(body).toMatchObject({ success: false, code, ...(message ? { message } : {}) });
    const problem = { path: Object.keys(over)[0], message: body.message as string };
    expect(body.details).toContainEqual(expect.objectContaining(problem));
    expect(await rows()).toEqual([]);
    expect(app.quota.left).toBe(1);
  });

  it('refuses our own address and says why', async () => {
    const { body } = await post(aRequest({ ip: '203.0.113.7' })).expect(400);
    expect(body.code).toBe('ADDRESS_REFUSED');
    expect(body.message).toContain("one of this service's own");
  });

  it('refuses a version without an image', async () => {
    await app
      .get(Database)
      .query(
        `INSERT INTO windows_version (id, name, slug) VALUES ($1, 'Windows 11', 'w11') ON CONFLICT DO NOTHING`,
        [newId()],
      );
    const { body } = await post(aRequest({ win_ver: 'w11' })).expect(409);
    expect(body.code).toBe('WINDOWS_VERSION_UNAVAILABLE');
    expect(app.quota.left).toBe(1);
  });

  it('§5 refuses without quota, with the message of the specification', async () => {
    app.quota.left = 0;
    const { body } = await post(aRequest()).expect(402);
    expect(body).toMatchObject({
      code: 'INSUFFICIENT_QUOTA',
      message: 'Insufficient quota: You need at least 1 quota to install Windows.',
    });
    expect(await rows()).toEqual([]);
  });

  it('accepts exactly one of 50 concurrent requests with 1 quota', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 50 },
        async (_, i) => (await post(aRequest({ ip: `8.8.1.${i}` }))).status,
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 402)).toHaveLength(49);
    expect(await rows()).toHaveLength(1);
  });

  describe('wrong root passwords', () => {
    const anHour = 3_600_000;
    /** Creates this number of installs that ended with a wrong password. */
    const wrong = async (times: number, over: { ip?: string; ago?: number; by?: string }) => {
      const { ip = '8.8.2.1', ago = 0, by = userId } = over;
      app.quota.left = times + 1;
      for (let n = 0; n < times; n++) {
        const { body } = await post(aRequest({ ip }), { userId: by }).expect(200);
        await app.get(Database).query(
          `UPDATE install SET status = 'failed', vps_password = NULL, status_changed_at = $2,
             engine_state = jsonb_set(engine_state, '{failure}', '{"code": "SSH_AUTH_FAILED"}')
           WHERE id = $1`,
          [body.data.id, new Date(Date.now() - ago)],
        );
      }
    };

    it("block a user's eleventh attempt within an hour at any address", async () => {
      await wrong(10, {});
      const { body } = await post(aRequest({ ip: '8.8.2.2' })).expect(429);
      expect(body.message).toContain('Too many wrong VPS passwords');
      expect(app.quota.left).toBe(1);
      await post(aRequest({ ip: '8.8.2.2' }), { userId: newId() }).expect(200);
    });

    it('block a VPS at which many users have guessed, not others at the address', async () => {
      for (let n = 0; n < 4; n++) await wrong(5, { by: newId() });
      await post(aRequest({ ip: '8.8.2.1' })).expect(429);
      await post(aRequest({ ip: '8.8.2.1', ssh_port: 20_122 })).expect(200);
    });

    it('are forgotten after an hour', async () => {
      await wrong(10, { ago: anHour + 60_000 });
      await post(aRequest({ ip: '8.8.2.1' })).expect(200);
    });
  });

  it('accepts one unfinished install per address across all users', async () => {
    app.quota.left = 2;
    await post(aRequest()).expect(200);
    const { body } = await post(aRequest(), { userId: newId() }).expect(409);
    expect(body).toMatchObject({ code: 'INSTALL_IN_PROGRESS', details: [{ path: 'ip' }] });
    expect(app.quota.left).toBe(1);
  });

  describe('an address that several VPSs share', () => {
    const stored = () =>
      app
        .get(Database)
        .query('SELECT ssh_port, rdp_port FROM install WHERE ip = $1 ORDER BY id', ['8.8.2.9']);
    const at = (ssh_port?: number) => aRequest({ ip: '8.8.2.9', ...(ssh_port && { ssh_port }) });

    it('accepts one unfinished install per port across all users, and stores the public port', async () => {
      app.quota.left = 3;
      await post(at(20_122)).expect(200);
      await post(at(20_222), { userId: newId() }).expect(200);
      await post(at(20_122), { userId: newId() }).expect(409);
      await post(at(), { userId: newId() }).expect(200);
      await post(at(22), { userId: newId() }).expect(409);
      expect(await stored()).toEqual([
        { ssh_port: 20_122, rdp_port: 20_122 },
        { ssh_port: 20_222, rdp_port: 20_222 },
        { ssh_port: null, rdp_port: 22 },
      ]);
    });

    it('accepts one unfinished install per port with a replica of an older version', async () => {
      app.quota.left = 2;
      await post(at(20_122)).expect(200);
      const older = (port: string) =>
        app.get(Database).query<{ id: string }>(
          `INSERT INTO install (id, user_id, ip, win_ver, win_name, manifest_sha256, status, engine_state,
             agent_state, ssh_port)
           SELECT gen_random_uuid(), user_id, ip, win_ver, win_name, manifest_sha256, status, engine_state,
             agent_state, ${port} FROM install WHERE ip = '8.8.2.9'
           ON CONFLICT DO NOTHING RETURNING id`,
        );
      expect(await older('20122')).toEqual([]);
      const [{ id } = { id: '' }] = await older('22');
      await post(at(), { userId: newId() }).expect(409);
      const { body } = await app.http.get(`/api/user/install/${id}`).set(app.as({ userId }));
      expect(body.data).toMatchObject({ rdp_port: 22 });
    });
  });

  it('settles a hold with a lost response, returns the quota and frees the address', async () => {
    app.quota.loseAnswers = true;
    const { body } = await post(aRequest()).expect(503);
    expect(body.message).toContain('no quota is lost');
    app.quota.loseAnswers = false;
    expect((await post(aRequest()).expect(503)).body.code).toBe('UNAVAILABLE');
    await post(aRequest(), { userId: newId() }).expect(409);
    const hidden = await app.http.get('/api/user/install-history').set(app.as({ userId }));
    expect(hidden.body.data).toEqual([]);

    const sweeper = app.get(InstallReservations);
    expect(await sweeper.sweep()).toBe(0);
    expect(await sweeper.sweep(new Date(Date.now() + 61_000))).toBe(1);

    expect(app.quota).toMatchObject({ left: 1 });
    expect(await rows()).toEqual([]);
  });

  it('§7 serves the root password script as text without a sign-in', async () => {
    const { text, headers } = await app.http.get('/root-password.sh').expect(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toBe(await vpsScript('root-password'));
    expect(text).toMatch(/^#!\/bin\/sh\n/);
  });

  it('requires a sign-in', async () => {
    await app.http.post('/api/user/install').send(aRequest()).expect(401);
    await app.http.get('/api/user/install-history').expect(401);
    await app.http.get('/api/user/windows-versions').expect(401);
  });
});
