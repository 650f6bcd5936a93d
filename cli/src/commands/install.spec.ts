import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  batch,
  batchRow,
  ID,
  install,
  setup,
  stdin,
  temporaryFolder,
} from '../../test/support/setup.js';

describe('casement', () => {
  const folder = temporaryFolder();

  describe('install', () => {
    it('reads passwords from standard input, never from arguments', async () => {
      const { casement, calls } = setup(
        {
          'POST /api/user/install': { data: install() },
          [`GET /api/user/install/${ID}`]: { data: install({ status: 'completed' }) },
        },
        { readLine: stdin('root', 'rdp') },
      );
      const { exit } = await casement('install 203.0.113.7 --windows win-2022 --stdin');
      expect(exit).toBe(0);
      expect(calls[0].body).toMatchObject({ passwd_vps: 'root', passwd_rdp: 'rdp' });
      expect(await casement('install 203.0.113.7 --password x')).toMatchObject({ exit: 2 });
    });

    it('reads all secrets from standard input, in the order of their questions', async () => {
      const { casement, calls } = setup(
        { 'POST /api/user/install': { data: install() } },
        { readLine: stdin('root', 'rdp', 'second', 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE') },
      );
      const line = 'install 203.0.113.7 --windows win-2022 --no-wait --stdin';
      const { exit } = await casement(`${line} --account ann --product-key`);
      expect(exit).toBe(0);
      expect(calls[0].body).toMatchObject({
        passwd_vps: 'root',
        passwd_rdp: 'rdp',
        windows_options: {
          account_password: 'second',
          product_key: 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE',
        },
      });
    });

    describe('Windows options', () => {
      const line = 'install 203.0.113.7 --windows win-2022 --no-wait';
      const routes = {
        'POST /api/user/install': { data: install() },
        'GET /api/user/install-options': {
          data: { your_address: '198.51.100.9', can_limit_networks: true },
        },
      };
      const secrets = { askSecret: () => Promise.resolve('Secret-1234') };

      it('sends them, with the address of the caller in place of `me`', async () => {
        const { casement, calls } = setup(routes, secrets);
        const flags =
          '--time-zone Asia/Jakarta --display-language id-ID --computer-name WEB --account budi --account-admin';
        const { exit } = await casement(`${line} ${flags} --allow-from me,203.0.113.0/24`);
        expect(exit).toBe(0);
        expect(calls.at(-1)!.body).toMatchObject({
          windows_options: {
            time_zone: 'Asia/Jakarta',
            display_language: 'id-ID',
            computer_name: 'WEB',
            account_name: 'budi',
            account_password: 'Secret-1234',
            account_group: 'administrators',
            networks: ['198.51.100.9', '203.0.113.0/24'],
          },
        });
      });

      it('sends network settings and a licence key, which is never an argument', async () => {
        const { casement, calls } = setup(routes, {
          askSecret: () => Promise.resolve('BCDFG-HJKMP-QRTVW-XY346-789BC'),
        });
        const flags = '--dns 1.1.1.1,9.9.9.9 --address 203.0.113.7/24 --gateway 203.0.113.1';
        const { exit } = await casement(`${line} ${flags} --ipv6 off --product-key`);
        expect(exit).toBe(0);
        expect(calls.at(-1)!.body).toMatchObject({
          windows_options: {
            dns: ['1.1.1.1', '9.9.9.9'],
            address: '203.0.113.7/24',
            gateway: '203.0.113.1',
            ipv6: false,
            product_key: 'BCDFG-HJKMP-QRTVW-XY346-789BC',
          },
        });
        expect(await casement(`${line} --ipv6 maybe`)).toMatchObject({ exit: 2 });
      });

      it('sends the script of a file, or the id of a saved one by its name', async () => {
        const scripts = { data: [{ id: ID, name: 'Web' }] };
        const { casement, calls } = setup({ ...routes, 'GET /api/user/scripts': scripts }, secrets);
        const file = join(folder.path, 'first.ps1');
        writeFileSync(file, "Write-Output 'Übung'\n");
        expect(await casement(`${line} --script ${file}`)).toMatchObject({ exit: 0 });
        expect(calls.at(-1)!.body).toMatchObject({
          windows_options: { script: "Write-Output 'Übung'\n" },
        });
        expect(await casement(`${line} --script Web`)).toMatchObject({ exit: 0 });
        expect(calls.at(-1)!.body).toMatchObject({ windows_options: { script_id: ID } });
        expect(await casement(`${line} --script none.ps1`)).toMatchObject({ exit: 2 });
      });

      it('sends no options without flags', async () => {
        const { casement, calls } = setup(routes, secrets);
        await casement(line);
        expect(calls).toHaveLength(1);
        expect(calls[0].body).not.toHaveProperty('windows_options');
      });

      it('refuses `me` over IPv6, which cannot reach the desktop', async () => {
        const offer = { data: { your_address: null, can_limit_networks: true } };
        const { casement, calls } = setup({ 'GET /api/user/install-options': offer }, secrets);
        expect(await casement(`${line} --allow-from me`)).toMatchObject({ exit: 2 });
        expect(calls).toHaveLength(1);
      });
    });

    it('asks for passwords in a terminal', async () => {
      const questions: string[] = [];
      const askSecret = (question: string) => Promise.resolve(String(questions.push(question)));
      const { casement, calls } = setup(
        { 'POST /api/user/install': { data: install() } },
        { askSecret },
      );
      const { out } = await casement('install 203.0.113.7 --windows win-2022 --no-wait');
      expect(questions).toEqual(['VPS password: ', 'Windows password: ']);
      expect(calls[0].body).toMatchObject({ passwd_vps: '1', passwd_rdp: '2' });
      expect(out).toBe(`203.0.113.7 started: ${ID}\n`);
    });

    describe('-f', () => {
      const file = (text: string) => {
        const path = join(folder.path, 'machines.csv');
        writeFileSync(path, text, { mode: 0o600 });
        return path;
      };
      const HEAD = 'ip,win_ver,passwd_vps,passwd_rdp\n';
      const twoMachines = () => file(`${HEAD}203.0.113.1,w,"a,""b",r\n203.0.113.2,,b,r\n`);
      const checking = batch('checking', [
        batchRow(1, { status: 'checking' }),
        batchRow(2, { status: 'checking' }),
      ]);
      const failure = { code: 'SSH_AUTH_FAILED', message: 'It was refused.', cure: 'Look at it.' };
      const unfit = batchRow(2, { status: 'unfit', failure });
      const ready = batch('ready', [batchRow(1), unfit]);
      const completed = batchRow(1, { status: 'completed' });
      const installing = batchRow(1, { status: 'installing', phase: 'writing', percent: 41 });
      const SENT = 'POST /api/user/batches';
      const READ_BATCH = `GET /api/user/batches/${ID}`;
      const START = `POST /api/user/batches/${ID}/start`;

      it('gives port and user to the rows that have none', async () => {
        const { casement, calls } = setup({
          [SENT]: { data: checking },
          [READ_BATCH]: { data: ready },
        });
        const rows = file(
          'ip,win_ver,passwd_vps,passwd_rdp,ssh_port\n203.0.113.1,w,a,r,22\n203.0.113.2,w,b,r,\n',
        );
        await casement(`install -f ${rows} --port 2222 --user ubuntu --yes --no-wait`);
        expect(calls[0].body).toMatchObject({
          rows: [
            { ssh_port: 22, ssh_user: 'ubuntu' },
            { ssh_port: 2222, ssh_user: 'ubuntu' },
          ],
        });
      });

      it('sends one batch, starts the machines that passed, and exits with the worst result', async () => {
        const { casement, calls } = setup({
          [SENT]: { data: checking, status: 202 },
          [READ_BATCH]: [
            { data: checking },
            { data: ready },
            { data: batch('running', [installing, unfit]) },
            { data: batch('ended', [completed, unfit]) },
          ],
          [START]: { data: ready },
        });
        const line = `install -f ${twoMachines()} --windows win-2022 --parallel 3 --yes`;
        const { exit, out, err } = await casement(line);
        expect(exit).toBe(4);
        expect(calls[0].body).toEqual({
          rows: [
            { ip: '203.0.113.1', win_ver: 'w', passwd_vps: 'a,"b', passwd_rdp: 'r' },
            { ip: '203.0.113.2', win_ver: 'win-2022', passwd_vps: 'b', passwd_rdp: 'r' },
          ],
        });
        expect(calls.find(({ path }) => path.endsWith('/start'))?.body).toEqual({ limit: 3 });
        expect(out.replaceAll(/^\S+Z /gm, '').split('\n')).toEqual([
          `Batch ${ID}`,
          '1 203.0.113.1 checking',
          '2 203.0.113.2 checking',
          '1 203.0.113.1 ready',
          '2 203.0.113.2 unfit: SSH_AUTH_FAILED It was refused. Look at it.',
          '1 203.0.113.1 writing 41 %',
          '2 203.0.113.2 unfit: SSH_AUTH_FAILED It was refused. Look at it.',
          '1 203.0.113.1 completed',
          '',
          '1 unfit: It was refused. Look at it.',
          '  2 203.0.113.2',
          '',
          '1 of 2 completed.',
          '',
        ]);
        expect(err).toBe('1 of 2 did not complete.\n');
      });

      it('prints the batch, each row change and the final batch as JSON lines with --json', async () => {
        const { casement } = setup({
          [SENT]: { data: batch('checking', [batchRow(1, { status: 'checking' })]) },
          [READ_BATCH]: [
            { data: batch('ready', [batchRow(1)]) },
            { data: batch('running', [installing]) },
            { data: batch('ended', [completed]) },
          ],
          [START]: { data: ready },
        });
        const { exit, out } = await casement(`install -f ${twoMachines()} --yes --json`);
        expect(exit).toBe(0);
        const lines = out.trimEnd().split('\n');
        expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
          { id: ID, size: 1 },
          { row: 1, status: 'ready' },
          { row: 1, status: 'installing', percent: 41 },
          { row: 1, status: 'completed' },
          { id: ID, status: 'ended', counts: { completed: 1 } },
        ]);
        expect(lines.at(-1)).not.toContain('rows');
      });

      describe('in a terminal', () => {
        const inTerminal = (typed: string) => {
          const questions: string[] = [];
          const ask = (question: string) => {
            questions.push(question);
            return Promise.resolve(typed);
          };
          const terminal = setup(
            {
              [SENT]: { data: checking },
              [READ_BATCH]: [{ data: ready }, { data: batch('ended', [completed, unfit]) }],
              [START]: { data: ready },
              'GET /api/user/quota/ledger': { data: [{ balance_after: 7 }] },
            },
            { isTerminal: true, ask },
          );
          return { ...terminal, questions };
        };

        it('shows findings and cost, and starts when the number is typed', async () => {
          const { casement, questions } = inTerminal('1');
          const { out } = await casement(`install -f ${twoMachines()}`);
          expect(questions).toEqual(['Type 1 to continue: ']);
          expect(out).toContain('2 machines: 1 ready, 1 unfit.');
          expect(out).toContain('Quota needed: 1; you have 7.');
          expect(out).toContain('This erases the disks of all ready machines (1).');
          expect(out).toContain('1 of 2 completed.');
        });

        it('starts nothing when another text is typed, and shows the expected text', async () => {
          const { casement, calls } = inTerminal('y');
          const { exit, err } = await casement(`install -f ${twoMachines()}`);
          expect(exit).toBe(2);
          expect(err).toContain(`casement batch start ${ID}`);
          expect(calls.some(({ path }) => path.endsWith('/start'))).toBe(false);
        });
      });

      it('sends nothing without a terminal or a confirming option', async () => {
        const { casement, calls } = setup();
        expect(await casement(`install -f ${twoMachines()}`)).toMatchObject({ exit: 2 });
        expect(calls).toEqual([]);
      });

      it.each([
        ['ip,win_ver\n', 'The file contains no machines.'],
        ['win_ver\nw\n', 'Missing column: ip.'],
        ['ip,size\n203.0.113.1,3\n', 'Unknown columns: size.'],
        ['ip,ssh_port\n203.0.113.1,ssh\n', 'Row 1: invalid port ssh.'],
      ])('sends nothing for the invalid file %j', async (text, problem) => {
        const { casement, calls } = setup();
        const { exit, err } = await casement(`install -f ${file(text)} --yes`);
        expect({ exit, err }).toEqual({ exit: 2, err: `${problem}\nNothing was started.\n` });
        expect(calls).toEqual([]);
      });

      it('starts nothing if no machine passes its check', async () => {
        const { casement } = setup({
          [SENT]: { data: checking },
          [READ_BATCH]: { data: batch('ended', [unfit]) },
        });
        const { exit, out } = await casement(`install -f ${twoMachines()} --yes`);
        expect(exit).toBe(3);
        expect(out).toContain('It was refused. Look at it.');
      });

      it('exits with 8 if only quota is missing', async () => {
        const { casement } = setup({
          [SENT]: { data: checking },
          [READ_BATCH]: [
            { data: ready },
            { data: batch('ended', [completed, batchRow(2, { status: 'no_quota' })]) },
          ],
          [START]: { data: ready },
        });
        expect(await casement(`install -f ${twoMachines()} --yes`)).toMatchObject({ exit: 8 });
      });

      it('warns if other users may read the passwords', async () => {
        const { casement } = setup({
          [SENT]: { data: checking },
          [READ_BATCH]: { data: ready },
          [START]: { data: ready },
        });
        const path = twoMachines();
        chmodSync(path, 0o644);
        expect((await casement(`install -f ${path} --yes --no-wait`)).err).toContain('chmod 600');
      });
    });
  });
});
