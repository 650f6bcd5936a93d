import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { hashSync } from 'bcryptjs';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { LegacyImport, type ImportReport } from '../../src/cli/legacy-import.js';
import { readUsers } from '../../src/cli/read-users.js';
import { UsersService } from '../../src/users/users.service.js';
import { authApp, type AuthApp } from '../support/auth-app.js';
import { Client, PASSWORD } from '../support/client.js';

const HASH = hashSync(PASSWORD, 4);

describe('legacy user import', () => {
  let app: AuthApp;
  let folder: string;
  let refusals: string[];
  beforeAll(async () => {
    app = await authApp();
    folder = mkdtempSync(join(tmpdir(), 'legacy-'));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    refusals = [];
    await app.database.query(`DELETE FROM user_account WHERE username <> 'admin'`);
  });

  const importFile = (name: string, content: string, dryRun = false): Promise<ImportReport> => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return new LegacyImport(app.get(Database), {
      dryRun,
      onRefused: (line, why) => refusals.push(`${line}: ${why}`),
    }).run(readUsers(file));
  };
  const csv = (...lines: string[]) =>
    importFile('users.csv', ['id,username,email,password_hash,created_at', ...lines].join('\n'));
  const users = () =>
    app.database.query(
      `SELECT username, email, legacy_id, admin FROM user_account
       WHERE username <> 'admin' ORDER BY username`,
    );

  it('imports users with and without an address', async () => {
    const report = await csv(
      `17,rahmat,,${HASH},2023-04-05 06:07:08`,
      `18,siti,siti@example.test,${HASH},2023-04-05T06:07:08+07:00`,
    );
    expect(report).toEqual({ read: 2, imported: 2, alreadyThere: 0, refused: 0, lostEmails: 0 });
    expect(await users()).toEqual([
      { username: 'rahmat', email: null, legacy_id: '17', admin: false },
      { username: 'siti', email: 'siti@example.test', legacy_id: '18', admin: false },
    ]);
    const times = await app.database.query<{ t: Date }>(
      `SELECT created_at AS t FROM user_account WHERE username <> 'admin' ORDER BY username`,
    );
    expect(times.map(({ t }) => t.toISOString())).toEqual([
      '2023-04-05T06:07:08.000Z',
      '2023-04-04T23:07:08.000Z',
    ]);
  });

  it("uses a UUID as the account's id", async () => {
    const id = newId();
    await csv(`${id},rahmat,,${HASH},`);
    const [row] = await app.database.query(`SELECT id FROM user_account WHERE username = 'rahmat'`);
    expect(row).toEqual({ id });
  });

  it('treats a malformed UUID as a legacy id because no token could contain it', async () => {
    await csv(`11111111-1111-1111-1111-111111111111,rahmat,,${HASH},`);
    const client = new Client(app);
    const { body } = await client.login('rahmat', PASSWORD);
    const { accessToken } = (body as { data: { accessToken: string } }).data;
    await client.get('/api/user/profile', accessToken).expect(200);
  });

  it('reads JSON with numeric ids', async () => {
    const report = await importFile(
      'users.json',
      JSON.stringify([{ id: 17, username: 'rahmat', password_hash: HASH, email: null }]),
    );
    expect(report).toMatchObject({ imported: 1, refused: 0 });
    expect(await users()).toMatchObject([{ username: 'rahmat', legacy_id: '17' }]);
  });

  it.each([
    ['bcrypt', () => Promise.resolve(hashSync(PASSWORD, 4))],
    ['argon2', () => hash(PASSWORD, { memoryCost: 4_096, timeCost: 1 })],
  ])(
    '§2 lets imported users sign in with their %s password and asks for an address',
    async (_, make) => {
      await csv(`"1","rahmat","","${await make()}",""`);
      const { status, body } = await new Client(app).login('rahmat', PASSWORD);
      expect([status, body]).toMatchObject([200, { data: { requiresEmail: true } }]);
    },
  );

  it('accepts a password longer than the current maximum and lets the user change it', async () => {
    const long = PASSWORD.repeat(30);
    await csv(`1,rahmat,,"${await hash(long, { memoryCost: 4_096, timeCost: 1 })}",`);
    const client = new Client(app);
    const { status, body } = await client.login('rahmat', long);
    expect(status).toBe(200);
    const { accessToken } = (body as { data: { accessToken: string } }).data;
    await client
      .post(
        '/api/user/update-password',
        { currentPassword: long, newPassword: PASSWORD },
        accessToken,
      )
      .expect(200);
    expect((await client.login('rahmat', 'x'.repeat(1_025))).status).toBe(400);
  });

  it('adds only missing users when repeated', async () => {
    await csv(`1,rahmat,,${HASH},`);
    const again = await csv(`1,rahmat,,${HASH},`, `2,siti,,${HASH},`);
    expect(again).toEqual({ read: 2, imported: 1, alreadyThere: 1, refused: 0, lostEmails: 0 });
    expect(await csv(`,rahmat,,${HASH},`)).toMatchObject({ alreadyThere: 1, refused: 0 });
    expect(await csv(`1,renamed,,${HASH},`)).toMatchObject({ alreadyThere: 1, imported: 0 });
  });

  it('does not restore users who deleted their account', async () => {
    const uuid = newId();
    await csv(`1,rahmat,,${HASH},`, `${uuid},siti,,${HASH},`, `3,budi,,${HASH},`);
    const db = app.get(Database);
    const accounts = await app.database.query<{ id: string }>(
      `SELECT id FROM user_account WHERE username IN ('rahmat', 'siti')`,
    );
    for (const { id } of accounts)
      await db.transaction((tx) => app.get(UsersService).erase(tx, id));
    const again = await csv(`1,rahmat,,${HASH},`, `${uuid},siti,,${HASH},`, `3,budi,,${HASH},`);
    expect(again).toEqual({ read: 3, imported: 0, alreadyThere: 1, refused: 2, lostEmails: 0 });
    expect(refusals).toEqual(['2: this account was deleted', '3: this account was deleted']);
  });

  it('writes nothing in a dry run and reports the same result', async () => {
    const content = `username,password_hash\nrahmat,${HASH}\nx,${HASH}\n`;
    expect(await importFile('dry.csv', content, true)).toEqual({
      read: 2,
      imported: 1,
      alreadyThere: 0,
      refused: 1,
      lostEmails: 0,
    });
    expect(await users()).toEqual([]);
  });

  it('refuses invalid lines with a reason and imports the others', async () => {
    const report = await csv(
      `1,ab,,${HASH},`,
      `2,rahmat,not-an-address,${HASH},`,
      `3,siti,,plain-text,`,
      `4,budi,,,`,
      `5,dewi,,${HASH},yesterday`,
      `6,good,,${HASH},`,
      `7,GOOD,,${HASH},`,
      `8,admin,,${HASH},`,
      `9,other,admin@casement.local,${HASH},`,
      `10,toomany,,${HASH},,,`,
      `11,costly,,${HASH.replace('$04$', '$13$')},`,
    );
    expect(report).toEqual({
      read: 11,
      imported: 2,
      alreadyThere: 0,
      refused: 9,
      lostEmails: 1,
    });
    expect(refusals.sort((a, b) => parseInt(a) - parseInt(b))).toEqual([
      '2: Username must be at least 3 characters',
      '3: Invalid email address',
      expect.stringMatching(/^4: password_hash must be a bcrypt/),
      expect.stringMatching(/^5: password_hash must be a bcrypt/),
      expect.stringMatching(/^6: created_at must be a date/),
      '8: this username stands in the file twice',
      '9: this username is taken',
      '11: the line cannot be read (CSV_RECORD_INCONSISTENT_COLUMNS)',
      '12: password_hash has a bcrypt cost above 12',
    ]);
    expect(refusals.join()).not.toContain(HASH.slice(-31));
    expect(refusals.join()).not.toContain('plain-text');
  });

  describe('with an address shared by several users', () => {
    const withVerified = (...lines: string[]) =>
      importFile(
        'users.csv',
        [
          'id,username,email,is_verified,created_at,password_hash',
          ...lines.map((line) => `${line},${HASH}`),
        ].join('\n'),
      );
    const emails = async () =>
      Object.fromEntries(
        (await users()).map(({ username, email }) => [username, email] as [string, string | null]),
      );

    it('imports all of them while none has verified it, and a sign-in reaches the oldest', async () => {
      const report = await withVerified(
        '21,rahmat,shared@example.test,0,2024-05-31T08:00:00Z',
        '22,siti,Shared@example.test,,2022-05-31T08:00:00Z',
      );
      expect(report).toEqual({
        read: 2,
        imported: 2,
        alreadyThere: 0,
        refused: 0,
        lostEmails: 0,
      });
      const { body } = await new Client(app).login('shared@example.test', PASSWORD);
      expect(body).toMatchObject({ data: { user: { username: 'siti' } } });
    });

    it('leaves the address to its verified user, wherever that line is in the file', async () => {
      const report = await withVerified(
        '21,rahmat,shared@example.test,0,',
        '22,siti,Shared@example.test,1,',
        '23,budi,shared@example.test,0,',
      );
      expect(report).toMatchObject({ imported: 3, refused: 0, lostEmails: 2 });
      expect(await emails()).toEqual({ rahmat: null, siti: 'Shared@example.test', budi: null });
      const { body } = await new Client(app).login('rahmat', PASSWORD);
      expect(body).toMatchObject({ data: { requiresEmail: true } });
    });

    it('refuses a second user who has verified it', async () => {
      await withVerified('21,rahmat,shared@example.test,1,');
      const again = await withVerified(
        '22,siti,SHARED@example.test,1,',
        '23,budi,other@example.test,1,',
        '24,dewi,Other@example.test,1,',
      );
      expect(again).toMatchObject({ imported: 1, refused: 2 });
      expect(refusals.sort()).toEqual([
        '2: another account has verified this email',
        '4: this verified email stands in the file twice',
      ]);
    });

    it('takes the address from a registered account that has not verified it', async () => {
      const squatter = await new Client(app).register({
        username: 'squatter',
        email: 'shared@example.test',
      });
      expect(squatter.status).toBe(201);
      expect(await withVerified('21,rahmat,shared@example.test,1,')).toMatchObject({
        imported: 1,
        lostEmails: 1,
      });
      expect(await emails()).toEqual({ rahmat: 'shared@example.test', squatter: null });
    });

    it('leaves the address to a registered account that has verified it', async () => {
      await new Client(app).register({ username: 'owner', email: 'shared@example.test' });
      await app.database.query(
        `UPDATE user_account SET email_verified_at = now() WHERE username = 'owner'`,
      );
      expect(await withVerified('21,rahmat,Shared@example.test,0,')).toMatchObject({
        imported: 1,
        lostEmails: 1,
      });
      expect(await emails()).toEqual({ rahmat: null, owner: 'shared@example.test' });
    });
  });

  it('never quotes an unreadable line', async () => {
    await csv(`1,rahmat,,${HASH}"x,`);
    expect(refusals.length).toBeGreaterThan(0);
    for (const refusal of refusals) {
      expect(refusal).toMatch(/^\d+: the line cannot be read \([A-Z_]+\)$/);
    }
  });

  it('imports no administrators', async () => {
    await importFile('admins.csv', `username,password_hash,admin\nrahmat,${HASH},1\n`);
    expect(await users()).toMatchObject([{ admin: false }]);
  });

  it.each([
    ['users.txt', 'x', 'the file must be a .csv or a .json'],
    ['users.json', '{}', 'the JSON file must contain an array of users'],
  ])('refuses %s', async (name, content, why) => {
    await expect(importFile(name, content)).rejects.toThrow(why);
  });

  it.each([
    [
      'cut.json',
      `[{"username":"rahmat","password_hash":"${HASH}"`,
      'the file contains no valid JSON',
    ],
    ['bare.json', HASH, 'the file contains no valid JSON'],
    ['cut.csv', `username,password_hash\nrahmat,"${HASH}`, '(CSV_QUOTE_NOT_CLOSED)'],
  ])('reports broken %s without quoting it', async (name, content, why) => {
    const message = await importFile(name, content).then(
      () => refusals.join(),
      (error: Error) => `${error.message} ${String(error.cause)}`,
    );
    expect(message).toContain(why);
    expect(message).not.toContain(HASH.slice(-31));
    expect(message).not.toContain(HASH.slice(0, 5));
  });

  it('reports a missing file', async () => {
    const missing = new LegacyImport(app.get(Database), {
      dryRun: true,
      onRefused: () => undefined,
    }).run(readUsers(join(folder, 'missing.csv')));
    await expect(missing).rejects.toThrow('ENOENT');
  });
});
