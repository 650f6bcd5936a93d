import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ID, install, setup, temporaryFolder } from '../../test/support/setup.js';

describe('casement', () => {
  const folder = temporaryFolder();

  describe('install', () => {
    it('takes passwords of standard input, never as arguments', async () => {
      const { casement, calls } = setup(
        {
          'POST /api/user/install': { data: install() },
          [`GET /api/user/install/${ID}`]: { data: install({ status: 'completed' }) },
        },
        { readLines: () => Promise.resolve(['root', 'rdp']) },
      );
      const { exit } = await casement('install 203.0.113.7 --windows win-2022 --stdin');
      expect(exit).toBe(0);
      expect(calls[0].body).toMatchObject({ passwd_vps: 'root', passwd_rdp: 'rdp' });
      expect(await casement('install 203.0.113.7 --password x')).toMatchObject({ exit: 2 });
    });

    it('asks for them in a terminal', async () => {
      const asked: string[] = [];
      const askSecret = (question: string) => Promise.resolve(String(asked.push(question)));
      const { casement, calls } = setup(
        { 'POST /api/user/install': { data: install() } },
        { askSecret },
      );
      const { out } = await casement('install 203.0.113.7 --windows win-2022 --no-wait');
      expect(asked).toEqual(["The VPS's password: ", 'Password for Windows: ']);
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

      it('starts nothing where a row is wrong, and names each', async () => {
        const { casement, calls } = setup();
        const path = file(
          `${HEAD}203.0.113.1,w,a,b\nhost,w,a,b\n203.0.113.1,w,a,b\n203.0.113.2,,a,\n`,
        );
        const { exit, err } = await casement(`install -f ${path}`);
        expect(exit).toBe(2);
        expect(err.split('\n').slice(0, 5)).toEqual([
          'Row 2: host is no IPv4 address.',
          'Row 3: 203.0.113.1 is in row 1 too.',
          'Row 4: win_ver is empty.',
          'Row 4: passwd_rdp is empty.',
          'Nothing was started.',
        ]);
        expect(calls).toEqual([]);
      });

      it('starts each row, and goes on past one that is refused', async () => {
        const { casement, calls } = setup({
          'POST /api/user/install': [
            { status: 400, code: 'ADDRESS_REFUSED', message: 'A private address.' },
            { data: install() },
          ],
        });
        const path = file(`${HEAD}10.0.0.1,w,"a,""b",r\n203.0.113.7,w,a,r\n`);
        const { exit, out, err } = await casement(`install -f ${path} --parallel 1 --no-wait`);
        expect(exit).toBe(4);
        expect(out).toBe(`203.0.113.7 started: ${ID}\n`);
        expect(err).toBe('10.0.0.1 was not started: A private address.\n1 of 2 were started.\n');
        expect(calls[0].body).toMatchObject({ passwd_vps: 'a,"b' });
      });

      it('asks for no more once there is no quota', async () => {
        const { casement, calls } = setup({
          'POST /api/user/install': {
            status: 409,
            code: 'INSUFFICIENT_QUOTA',
            message: 'No quota.',
          },
        });
        const rows = Array.from({ length: 9 }, (_, n) => `203.0.113.${n},w,a,r`).join('\n');
        const { exit } = await casement(`install -f ${file(HEAD + rows)} --parallel 1`);
        expect(exit).toBe(8);
        expect(calls).toHaveLength(1);
      });

      it('warns where others may read the passwords', async () => {
        const { casement } = setup({ 'POST /api/user/install': { data: install() } });
        const path = file(`${HEAD}203.0.113.7,w,a,r\n`);
        chmodSync(path, 0o644);
        expect((await casement(`install -f ${path} --no-wait`)).err).toContain('chmod 600');
      });
    });
  });
});
