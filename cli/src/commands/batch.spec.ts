import { batch, batchRow, ID, setup, stdin } from '../../test/support/setup.js';

const PATH = `/api/user/batches/${ID}`;

describe('casement', () => {
  describe('batch', () => {
    it('lists the latest batches with the states of their machines', async () => {
      const { casement } = setup({
        'GET /api/user/batches': {
          data: [
            batch('ended', [
              batchRow(1, { status: 'completed' }),
              batchRow(2, { status: 'no_quota' }),
            ]),
          ],
        },
      });
      const { out } = await casement('batch list');
      expect(out).toMatch(
        new RegExp(`^BATCH .*\\n${ID}  ended +2 +1 completed, 1 no quota  .*\\n$`),
      );
    });

    it('shows the machines of a batch', async () => {
      const failure = { code: 'SSH_TIMEOUT', message: 'm', cure: 'c' };
      const { casement } = setup({
        [`GET ${PATH}`]: {
          data: batch('running', [batchRow(1), batchRow(2, { status: 'failed', failure })]),
        },
      });
      const { out } = await casement(`batch show ${ID}`);
      expect(out).toContain('2 machines, running: 1 ready, 1 failed\n');
      expect(out).toContain('2    203.0.113.2  win-2022  failed: SSH_TIMEOUT\n');
    });

    it.each(['pause', 'resume', 'cancel'])('supports %s', async (verb) => {
      const { casement, calls } = setup({
        [`POST ${PATH}/${verb}`]: { data: batch('paused', [batchRow(1)]) },
      });
      expect(await casement(`batch ${verb} ${ID}`)).toMatchObject({
        exit: 0,
        out: 'paused: 1 ready\n',
      });
      expect(calls).toHaveLength(1);
    });

    it('cancels one machine', async () => {
      const { casement, calls } = setup({
        [`POST ${PATH}/rows/7/cancel`]: { data: batch('running', [batchRow(7)]) },
      });
      expect(await casement(`batch cancel ${ID} --row 7`)).toMatchObject({ exit: 0 });
      expect(calls).toHaveLength(1);
    });

    it('retries machines, and reads new passwords only on request', async () => {
      const answers = {
        [`GET ${PATH}`]: { data: batch('running', [batchRow(3), batchRow(5)]) },
        [`POST ${PATH}/rows/3/retry`]: { data: batch('running', [batchRow(3)]) },
        [`POST ${PATH}/rows/5/retry`]: { data: batch('running', [batchRow(3)]) },
      };
      const withoutAnswers = setup(answers);
      await withoutAnswers.casement(`batch retry ${ID} 3 5`);
      expect(
        withoutAnswers.calls.slice(1).map(({ path, body }) => [path.split('/')[6], body]),
      ).toEqual([
        ['3', {}],
        ['5', {}],
      ]);
      const withPasswords = setup(answers, { readLine: stdin('root', 'rdp') });
      await withPasswords.casement(`batch retry ${ID} 3 --stdin`);
      expect(withPasswords.calls[1].body).toEqual({ passwd_vps: 'root', passwd_rdp: 'rdp' });
    });

    it('retries all machines with stored passwords unless rows are given', async () => {
      const { casement, calls } = setup({
        [`GET ${PATH}`]: { data: batch('running', [batchRow(3)]) },
        [`POST ${PATH}/retry`]: { data: batch('running', [batchRow(3)]) },
      });
      expect(await casement(`batch retry ${ID}`)).toMatchObject({ exit: 0 });
      expect(calls).toHaveLength(2);
    });

    it.each([`batch retry ${ID}`, `batch retry ${ID} 3`])(
      'asks for --yes if settings are missing: %s',
      async (line) => {
        const lost = batchRow(3, { missing_options: ['account_password', 'script'] });
        const { casement, calls } = setup({
          [`GET ${PATH}`]: { data: batch('running', [lost]) },
          [`POST ${PATH}/retry`]: { data: batch('running', [lost]) },
          [`POST ${PATH}/rows/3/retry`]: { data: batch('running', [lost]) },
        });
        const { exit, err } = await casement(line);
        expect(exit).toBe(2);
        expect(err).toContain('No longer stored: second account, first-start script.');
        expect(calls).toHaveLength(1);
        expect(await casement(`${line} --yes`)).toMatchObject({ exit: 0 });
      },
    );

    it('starts nothing without --yes and without a terminal', async () => {
      const { casement, calls } = setup();
      expect(await casement(`batch start ${ID}`)).toMatchObject({ exit: 2 });
      expect(calls).toEqual([]);
    });

    it('starts a pending batch', async () => {
      const { casement, calls } = setup({
        [`GET ${PATH}`]: { data: batch('ready', [batchRow(1)]) },
        [`POST ${PATH}/start`]: { data: batch('running', [batchRow(1)]) },
      });
      const { out } = await casement(`batch start ${ID} --yes --no-wait --parallel 2`);
      expect(out).toBe('Started: 1 ready\n');
      expect(calls.at(-1)?.body).toEqual({ limit: 2 });
    });

    it('exits with 11 when the watch timeout is over', async () => {
      const { casement } = setup({ [`GET ${PATH}`]: { data: batch('running', [batchRow(1)]) } });
      const { exit, err } = await casement(`batch watch ${ID} --timeout 1`);
      expect(exit).toBe(11);
      expect(err).toContain(`casement batch watch ${ID}`);
    });

    it('prints the results as CSV, or as JSON on request', async () => {
      const text = 'row,ip\r\n1,203.0.113.1\r\n';
      const answers = { [`GET ${PATH}/results.csv`]: { text } };
      const csv = await setup(answers).casement(`batch results ${ID}`);
      expect(csv.out).toBe('row,ip\n1,203.0.113.1\n');
      const json = await setup(answers).casement(`batch results ${ID} --json`);
      expect(JSON.parse(json.out)).toBe(text);
    });
  });
});
