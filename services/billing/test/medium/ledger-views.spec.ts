import type { LedgerItem } from '@casement/proto/http/billing/ledger.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { verifyBooks } from '../../src/cli/verify-books.js';
import { BillingApp } from '../fakes/billing-app.js';

describe('ledger views', () => {
  let sut: BillingApp;
  beforeAll(async () => {
    sut = await BillingApp.start();
  });
  afterAll(() => sut.close());

  const read = async (userId: string, query = '') => {
    const answer = await sut.app.http
      .get(`/api/user/quota/ledger${query}`)
      .set(sut.app.as({ userId }))
      .expect(200);
    return answer.body as { data: LedgerItem[]; meta: { next?: string } };
  };
  /** Creates a top-up of 3, one failed install and one completed install. */
  const story = async () => {
    const userId = sut.user();
    await sut.paid(userId, 3);
    const [failed, completed] = [newId(), newId()];
    await sut.rpc.HoldQuota({ installId: failed, userId });
    await sut.publishStatus({ installId: failed, userId, status: 'failed' });
    await sut.rpc.HoldQuota({ installId: completed, userId });
    await sut.publishStatus({ installId: completed, userId, status: 'completed' });
    return { userId, failed, completed };
  };

  it('are part of the data export, with the top-ups of the user', async () => {
    const { userId } = await story();
    await sut.paid(sut.user(), 1);
    const { json } = await sut.rpc.ExportUser({ userId });
    const data = JSON.parse(json) as {
      topups: object[];
      ledger: object[];
      receipt_details: object;
    };
    expect(data.receipt_details).toEqual({ name: '', address: '', tax_id: '' });
    expect(data.topups).toEqual([expect.objectContaining({ status: 'PAID', quantity: 3 })]);
    expect(data.ledger).toHaveLength(5);
    expect(data.ledger).toEqual((await read(userId)).data);
  });

  describe('GET /user/quota/ledger', () => {
    it('shows time, amount, reason and balance, newest first', async () => {
      const { userId, failed, completed } = await story();
      const { data, meta } = await read(userId);
      expect(meta).toEqual({ page: 1, pageSize: 15, total: 5 });
      const shown = data.map(({ kind, amount, balance_after, cause, reason, install_id }) => [
        kind,
        amount,
        balance_after,
        cause,
        reason,
        install_id,
      ]);
      expect(shown).toEqual([
        ['capture', 0, 2, 'install_completed', 'Install completed', completed],
        ['hold', -1, 2, 'install_requested', 'Reserved for an install', completed],
        ['release', 1, 3, 'install_failed', 'Install failed', failed],
        ['hold', -1, 2, 'install_requested', 'Reserved for an install', failed],
        ['credit', 3, 3, 'topup_paid', 'Top-up paid', null],
      ]);
      expect(data[4]).toMatchObject({
        id: expect.any(String),
        topup_id: expect.any(String),
        created_at: expect.stringMatching(/Z$/),
      });
    });

    it('pages without gaps or duplicates, including pages past the end', async () => {
      const { userId } = await story();
      const pages = [1, 2, 3, 4].map((page) => read(userId, `?page=${page}&pageSize=2`));
      const rows = (await Promise.all(pages)).map(({ data }) => data.map(({ kind }) => kind));
      expect(rows).toEqual([['capture', 'hold'], ['release', 'hold'], ['credit'], []]);
    });

    it('pages by cursor', async () => {
      const { userId } = await story();
      const { data, meta } = await read(userId, '?after=&pageSize=3');
      const rest = await read(userId, `?after=${meta.next}&pageSize=3`);
      expect([...data, ...rest.data].map(({ kind }) => kind)).toEqual([
        'capture',
        'hold',
        'release',
        'hold',
        'credit',
      ]);
      expect(rest.meta).not.toHaveProperty('next');
    });

    it('is empty without entries, and shows nothing of another user', async () => {
      await story();
      expect(await read(sut.user())).toMatchObject({ data: [], meta: { total: 0 } });
    });

    it('exports the complete ledger as CSV', async () => {
      const { userId, completed } = await story();
      const answer = await sut.app.http
        .get('/api/user/quota/ledger?format=csv&pageSize=1')
        .set(sut.app.as({ userId }))
        .expect(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="quota-ledger.csv"',
      });
      const lines = answer.text.trimEnd().split('\r\n');
      expect(lines).toHaveLength(6);
      expect(lines[0]).toBe('when,what,amount,balance after,why,top-up,installation');
      expect(lines[1]).toMatch(
        new RegExp(`^\\d{4}-.*Z,capture,0,2,"Install completed",,${completed}$`),
      );
    });

    describe('the summary (view=summary)', () => {
      const summary = (userId: string, query = '') => read(userId, `?view=summary${query}`);

      it('merges hold and capture of a completed install, and names installs and top-ups', async () => {
        const { userId, failed, completed } = await story();
        sut.peers.installs.set(completed, {
          id: completed,
          userId,
          status: 'completed',
          ip: '203.0.113.7',
        });
        const { data, meta } = await summary(userId);
        expect(meta).toEqual({ page: 1, pageSize: 15, total: 4 });
        const shown = data.map((item) => [
          item.kind,
          item.amount,
          item.balance_after,
          item.cause,
          item.install_ip,
          item.install_id,
        ]);
        expect(shown).toEqual([
          ['capture', -1, 2, 'install_completed', '203.0.113.7', completed],
          ['release', 1, 3, 'install_failed', null, failed],
          ['hold', -1, 2, 'install_requested', null, failed],
          ['credit', 3, 3, 'topup_paid', null, null],
        ]);
        const [topup] = (await sut.history(userId)).data;
        expect(data.map(({ topup_reference }) => topup_reference)).toEqual([
          ...[null, null, null],
          topup.reference,
        ]);
      });

      it('fills every page, by number and by cursor', async () => {
        const { userId } = await story();
        const pages = await Promise.all(
          [1, 2, 3].map((page) => summary(userId, `&page=${page}&pageSize=2`)),
        );
        expect(pages.map(({ data }) => data.map(({ kind }) => kind))).toEqual([
          ['capture', 'release'],
          ['hold', 'credit'],
          [],
        ]);
        const first = await summary(userId, '&after=&pageSize=3');
        const rest = await summary(userId, `&after=${first.meta.next}&pageSize=3`);
        expect(first.data).toHaveLength(3);
        expect(rest.data.map(({ kind }) => kind)).toEqual(['credit']);
      });

      it('keeps the charge of a resumed install that completed as one line', async () => {
        const userId = sut.user();
        await sut.paid(userId, 1);
        const installId = newId();
        await sut.rpc.HoldQuota({ installId, userId });
        await sut.publishStatus({ installId, userId, status: 'failed', version: 1 });
        await sut.rpc.ChargeAgain({ installId, userId, version: 2 });
        await sut.publishStatus({ installId, userId, status: 'completed', version: 3 });
        const { data } = await summary(userId);
        expect(data.map(({ cause, amount }) => [cause, amount])).toEqual([
          ['install_completed', -1],
          ['install_failed', 1],
          ['install_requested', -1],
          ['topup_paid', 1],
        ]);
      });

      it('omits the addresses when install does not answer', async () => {
        const { userId, completed } = await story();
        sut.peers.installs.set(completed, {
          id: completed,
          userId,
          status: 'completed',
          ip: '203.0.113.7',
        });
        sut.peers.isInstallDown = true;
        const { data } = await summary(userId);
        sut.peers.isInstallDown = false;
        expect(data[0]).toMatchObject({ cause: 'install_completed', install_ip: null });
      });

      it('does not shorten the CSV', async () => {
        const { userId } = await story();
        const answer = await sut.app.http
          .get('/api/user/quota/ledger?view=summary&format=csv')
          .set(sut.app.as({ userId }))
          .expect(200);
        expect(answer.text.trimEnd().split('\r\n')).toHaveLength(6);
      });
    });

    it('rejects other formats and requires a session', async () => {
      const as = sut.app.as({ userId: newId() });
      await sut.app.http.get('/api/user/quota/ledger?format=pdf').set(as).expect(400);
      await sut.app.http.get('/api/user/quota/ledger?view=short').set(as).expect(400);
      await sut.app.http.get('/api/user/quota/ledger').expect(401);
    });
  });

  describe('GET /admin/users/{id}/quota/ledger', () => {
    const ask = (userId: string, admin: boolean) =>
      sut.app.http
        .get(`/api/admin/users/${userId}/quota/ledger`)
        .set(sut.app.as({ userId: newId(), admin }));

    it('shows the same ledger, also for a deleted user', async () => {
      const { userId } = await story();
      const own = await read(userId);
      await sut.deleteUser(userId);
      expect((await ask(userId, true).expect(200)).body).toMatchObject({ data: own.data });
    });

    it('§6 allows administrators only', async () => {
      await ask(newId(), false).expect(403);
      await ask('not-an-id', true).expect(400);
    });
  });

  describe('ledger verification', () => {
    const verify = () => verifyBooks(sut.app.env);

    it('proves every balance', async () => {
      await story();
      const { isCorrect, text } = await verify();
      expect(text).toMatch(/^The books are right: \d+ balances, \d+ ledger entries\./);
      expect(text).toContain('- a balance is the sum of its ledger');
      expect(isCorrect).toBe(true);
    });

    it('names violated invariants and the affected rows', async () => {
      const { userId } = await story();
      const sql = sut.app.database;
      // Only a superuser can corrupt the data like this; the command detects it.
      await sql.query('ALTER TABLE balance DISABLE TRIGGER balance_follows_ledger');
      await sql.query('UPDATE balance SET quota = quota + 1 WHERE user_id = $1', [userId]);
      const { isCorrect, text } = await verify();
      await sql.query('UPDATE balance SET quota = quota - 1 WHERE user_id = $1', [userId]);
      await sql.query('ALTER TABLE balance ENABLE TRIGGER balance_follows_ledger');
      expect(isCorrect).toBe(false);
      expect(text).toContain('The books are broken: a balance is the sum of its ledger.');
      expect(text).toContain(userId);
    });
  });
});
