import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { cpioArchive } from '@casement/install-engine/archives/cpio.js';
import { assignments } from '@casement/install-engine/ssh/remote.js';
import { CHUNK, missingProgram, StageRoot } from '../stage/stage-root.js';

const missing = missingProgram();
const BOOT = '00112233445566778899aabbccddeeff';

(missing === null ? describe : describe.skip)(
  `agent/again.sh${missing === null ? '' : ` (not run: ${missing})`}`,
  () => {
    let stage: StageRoot;
    beforeEach(async () => {
      stage = await StageRoot.open();
      mkdirSync(stage.at('run', 'guard', 'casement'), { recursive: true });
      writeFileSync(stage.at('run', 'guard', 'casement', 'vmlinuz'), 'kernel');
      writeFileSync(
        stage.at('run', 'casement.conf'),
        'GUARD_TOKEN=old-token\nNET_MODE=dhcp\nAPI_URL=http://old\n',
      );
      writeFileSync(stage.at('run', 'nonce'), BOOT);
      writeFileSync(stage.at('run', 'decided'), '');
      // What the scripts do besides their calls, in order.
      for (const name of ['mount', 'umount']) tool(name, `echo "${name} $*" >>/run/done`);
      for (const name of ['write.sh', 'configure.sh'])
        stage.replace(name, `#!${stage.at('bin', 'sh')}\necho ${name} >>/run/done\n`);
    });
    afterEach(() => stage.close());

    function tool(name: string, body: string): void {
      const path = stage.at('bin', name);
      writeFileSync(`${path}.new`, stage.moved(`#!${stage.at('bin', 'sh')}\n${body}\n`), {
        mode: 0o755,
      });
      // The name is a link to busybox until then.
      renameSync(`${path}.new`, path);
    }

    const read = (...parts: string[]) => readFileSync(stage.at(...parts), 'utf8');
    const done = () => (existsSync(stage.at('run', 'done')) ? read('run', 'done') : '').trim();

    /** Runs a command with the functions of recovery.sh. */
    const recovery = async (command: string) => {
      // Into a file, because the sleep of the deadline outlives its process and would keep a pipe open.
      const script = `
        exec >/run/out 2>/run/errors
        . /usr/lib/casement/lib.sh
        . /usr/lib/casement/stage.sh
        . /usr/lib/casement/again.sh
        disk=/dev/null part=/dev/part
        tell() { log "$1"; }
        restart_now() { echo restart >>/run/done; }
        . /run/casement.conf
        ${command}`;
      await stage.sh('-c', stage.moved(script));
      return read('run', 'out');
    };

    const writeBlock = (guard: string, starts = '') =>
      writeFileSync(
        stage.at('run', 'guard', 'casement', 'guard.env'),
        `# GRUB Environment Block\nguard=${guard}\nlimit=xxxx\nonce=\nstarts=${starts}\n####`,
      );

    function order(job: string): void {
      const answer = { order: 'install_again', poll_seconds: 30, job };
      writeFileSync(stage.at('run', 'order'), JSON.stringify(answer));
    }

    const archive = (variables: Record<string, string | number> = {}): string => {
      const env = { ...stage.job(), TOKEN: 'new-token', DEADLINE: 60, BOOT_WAY: 'grub' };
      const text = (path: string, content: string) => ({
        path,
        content: Buffer.from(content),
        mode: 0o600,
      });
      const files = [
        text('lib/prepare.sh', 'exit 0\n'),
        text('etc/casement/job.env', `${assignments({ ...env, ...variables })}\n`),
        ...['chunks', 'last-chunks', 'zeros'].map((name) => text(`etc/casement/${name}`, '')),
      ];
      return gzipSync(cpioArchive(files)).toString('base64');
    };

    const AGAIN = 'install_again && echo returned';
    const failsBeforeCommit = async () => {
      expect(await recovery(AGAIN)).toMatch(/returned\n$/);
      expect(stage.calls.map(({ name }) => name)).not.toContain('commit');
      expect(done()).toBe(`umount ${stage.at('run', 'guard')}
mount -t vfat -o ro /dev/part ${stage.at('run', 'guard')}`);
      expect(read('run', 'curl.conf')).toContain('Bearer old-token');
      expect(existsSync(stage.at('etc', 'casement'))).toBe(false);
    };

    it.each([
      [BOOT, 'B53X-FGSX'],
      ['f'.repeat(32), '6MHG-4J4V'],
    ])('shows boot %s as the code %s', async (boot, code) => {
      expect(await recovery(`code_of ${boot}`)).toBe(`${code}\n`);
    });

    it.each([
      ['counting', 'xxxx', 'Windows did not start.'],
      ['counting', 'xx', 'This system was started on request.'],
      ['kept', '', 'This system was started on request.'],
    ])('says why it runs with the block %s and %j', async (guard, starts, reason) => {
      writeBlock(guard, starts);
      expect(await recovery('. /usr/lib/casement/evidence.sh; reason_of_start')).toBe(
        `${reason}\n`,
      );
    });

    it.each([
      ['counting', 'ntfs-3g'],
      ['kept', ''],
    ])('reads C: only until Windows was kept: %s', async (guard, reader) => {
      writeBlock(guard);
      for (const name of ['mount', 'ntfs-3g']) tool(name, `echo ${name} >>/run/done; exit 1`);
      await recovery(`
        . /usr/lib/casement/evidence.sh
        WINDOWS_PARTITION=2
        partition_of() { echo /dev/null; }
        serial_of() { echo serial; }
        cat() { case $1 in /sys/*) echo 8 ;; *) command cat "$@" ;; esac; }
        gather`);
      expect(JSON.parse(read('run', 'report.json'))).toMatchObject({
        boot_id: BOOT,
        guard,
        starts: 0,
        disk_size: 4096,
        written_since: null,
      });
      expect(done()).toBe(reader);
    });

    it.each([
      ['enough memory', 262_144, 'vmlinuz', 'install_again\nreturn_to_linux\nreset_password\n'],
      ['too little memory', 262_143, 'vmlinuz', ''],
      ['no kernel', 262_144, 'gone', ''],
    ])('can install again with %s: %j', async (_, kib, kernel, abilities) => {
      writeFileSync(stage.at('run', 'meminfo'), `MemAvailable: ${kib} kB\n`);
      const script = read('lib', 'again.sh')
        .replace('/proc/meminfo', stage.at('run', 'meminfo'))
        .replace('vmlinuz >', `${kernel} >`);
      writeFileSync(stage.at('lib', 'again.sh'), script);
      expect(await recovery('abilities 2>/dev/null')).toBe(abilities);
    });

    it.each([
      ['order', 'install_again'],
      ['poll_seconds', '30'],
      ['job', 'aGVsbG8='],
    ])('reads %s of the order', async (name, value) => {
      order('aGVsbG8=');
      expect(await recovery(`value_of ${name}`)).toBe(`${value}\n`);
    });

    it('installs by the job of the order as this boot', async () => {
      order(archive());
      await expect(recovery(AGAIN)).rejects.toThrow();
      expect(stage.calls.map(({ name }) => name)).toEqual(['check-in', 'chunk', 'commit']);
      for (const { token } of stage.calls) expect(token).toBe('new-token');
      expect(stage.calls[2]?.form).toEqual({ nonce: BOOT });
      expect(done()).toBe(
        [`umount ${stage.at('run', 'guard')}`, 'write.sh', 'configure.sh', 'restart'].join('\n'),
      );
      expect(read('lib', 'vmlinuz')).toBe('kernel');
    });

    it('ignores the scripts of the archive, which may not match its tools', async () => {
      order(archive());
      const script = read('lib', 'prepare.sh');
      await expect(recovery(AGAIN)).rejects.toThrow();
      expect(read('lib', 'prepare.sh')).toBe(script);
    });

    it('takes the disk that it was started from, and no boot entry of Linux', async () => {
      order(archive({ DISK_HEAD: 'old' }));
      writeFileSync(stage.at('run', 'disk.raw'), Buffer.alloc(20_000));
      const out = await recovery('disk=/run/disk.raw; take_job && cat /etc/casement/job.env');
      expect(out.trim().split('\n').slice(-2)).toEqual([
        'BOOT_WAY=recovery',
        // 17408 zeros
        'DISK_HEAD=3f1f6f76c52276c865bae097486a0ce164cd509c98c6410b677f516084ad7c3c',
      ]);
    });

    it('reports a failure before the commit and returns to the loop with the old token', async () => {
      order(archive());
      stage.answerChunk = (_, response) => response.end(Buffer.alloc(CHUNK.length));
      await failsBeforeCommit();
      expect(stage.calls.at(-1)).toMatchObject({
        name: 'failure',
        token: 'new-token',
        form: { code: 'CHUNK_CORRUPT', final: 'yes', nonce: BOOT },
      });
    });

    it('returns to the loop if there is no commit within the deadline', async () => {
      order(archive({ DEADLINE: 1 }));
      stage.answerChunk = () => undefined;
      await failsBeforeCommit();
    });

    it('installs at the second order after a failure', async () => {
      order(archive());
      stage.answerChunk = (_, response) => response.end(Buffer.alloc(CHUNK.length));
      await failsBeforeCommit();
      stage.answerChunk = (_, response) => response.end(CHUNK);
      await expect(recovery(AGAIN)).rejects.toThrow();
      expect(done()).toMatch(/write.sh\nconfigure.sh\nrestart$/);
    });

    it.each(['', 'AAAA', 'not base64!'])('ignores the damaged job %j', async (job) => {
      order(job);
      expect(await recovery(AGAIN)).toMatch(/returned\n$/);
      expect(stage.calls).toEqual([]);
      expect(done()).toBe('');
    });

    it.each([
      ['a DHCP server that offers another address', 'dhcp', '192.0.2.77'],
      ['addresses of an earlier stage', 'static', ''],
    ])('gives Windows the addresses that work with %s', async (_, mode, other) => {
      order(archive());
      if (other) writeFileSync(stage.at('run', 'other-address'), other);
      await expect(recovery(`NET_MODE=${mode}; ${AGAIN}`)).rejects.toThrow();
      expect(read('run', 'other-address')).toBe('');
    });
  },
);
