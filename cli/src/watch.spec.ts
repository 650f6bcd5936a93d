import { failed, ID, install, setup } from '../test/support/setup.js';
import { watchInstalls } from './watch.js';

/** Removes the sequences that clear line ends. */
const shown = (out: string) => out.replaceAll(/\u001b\[[JK]/g, '');

describe(watchInstalls.name, () => {
  describe('watch', () => {
    it('prints a line per change without a terminal', async () => {
      const { casement } = setup({
        [`GET /api/user/install/${ID}`]: [
          { data: install() },
          { data: install({ progress: { phase: 'writing', percent: 41 } }) },
          { data: install({ progress: { phase: 'writing', percent: 42 } }) },
          { data: install({ progress: { phase: 'writing', percent: 55 } }) },
          { data: failed },
        ],
      });
      const { exit, out } = await casement(`watch ${ID}`);
      expect(exit).toBe(4);
      expect(
        out
          .trimEnd()
          .split('\n')
          .map((line) => line.slice(21)),
      ).toEqual(
        [
          '203.0.113.7 writing 41 %',
          // 42 % prints no line because it is in the same tenth.
          '203.0.113.7 writing 55 %',
          '203.0.113.7 failed: SSH_AUTH_FAILED The password was refused. Look at it. The VPS has returned to Linux.',
        ].map((line) => expect.stringContaining(line) as string),
      );
    });

    it('redraws one table in a terminal', async () => {
      const { casement } = setup(
        {
          [`GET /api/user/install/${ID}`]: [
            { data: install() },
            { data: install({ win_ver: 'win\u001b[2J' }) },
            { data: install({ status: 'completed' }) },
          ],
        },
        { isTerminal: true },
      );
      const { exit, out } = await casement(`watch ${ID}`);
      expect(exit).toBe(0);
      const [first, second] = shown(out).split('\u001b[2A');
      expect(first).toMatch(/^ADDRESS .*\n203\.0\.113\.7 +win\ufffd\[2J +writing 42 % .*\n$/);
      expect(second).toContain('completed');
    });

    it('draws no line that wraps and no more lines than the window holds', async () => {
      const rows = Array.from({ length: 30 }, (_, n) =>
        install({ id: `${n}`, status: 'completed' }),
      );
      rows[29] = install({ id: '29', ip: '203.0.113.99', status: 'running' });
      const done = rows.map((row) => ({ ...row, status: 'completed' }));
      const { casement } = setup(
        {
          'GET /api/user/install-history': [
            { data: rows, meta: {} },
            { data: done, meta: {} },
          ],
        },
        { isTerminal: true, size: () => ({ columns: 40, rows: 10 }) },
      );
      const { out } = await casement('watch');
      const [first = ''] = shown(out).split('\u001b[9A');
      const lines = first.trimEnd().split('\n');
      expect(lines).toHaveLength(9);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(40);
      expect(lines[1]).toContain('203.0.113.99');
      expect(lines[8]).toBe('and 23 more');
    });

    it('reads many installs in pages instead of one by one', async () => {
      const rows = ['1', '2', '3', '4'].map((n) =>
        install({ id: `${ID.slice(0, -1)}${n}`, ip: `203.0.113.${n}` }),
      );
      const { casement, calls } = setup({
        'GET /api/user/install-history': [
          { data: rows, meta: {} },
          { data: rows.map((row) => ({ ...row, status: 'completed' })), meta: {} },
        ],
      });
      expect(await casement('watch --json')).toMatchObject({ exit: 0 });
      expect(calls.map(({ query }) => query)).toEqual([
        'status=active&after=&pageSize=100',
        'after=&pageSize=100',
      ]);
    });

    it('exits with 11 when its timeout is over', async () => {
      const { casement } = setup({ [`GET /api/user/install/${ID}`]: { data: install() } });
      expect(await casement(`watch ${ID} --timeout 1`)).toMatchObject({ exit: 11 });
    });
  });
});
