import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vpsScript } from '@casement/install-engine/scripts.js';
import { assignments } from '@casement/install-engine/ssh/remote.js';

/** Runs the changing VPS scripts with this machine's sh in separate folders. */
describe('vps/*.sh', () => {
  let root: string;
  const at = (...segments: string[]) => join(root, ...segments);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'casement-vps-'));
    mkdirSync(at('var'));
    mkdirSync(at('boot', 'grub'), { recursive: true });
    mkdirSync(at('bin'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const uptime = () => Math.floor(Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]));
  const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();

  /** Runs a script behind the guard, with all of our absolute paths moved below `root`. */
  async function run(script: string, variables: Record<string, string | number> = {}) {
    const actor = { INSTALL: 'one', EPOCH: 1, BOOT_ID: bootId(), UNTIL: uptime() + 30 };
    const relocated = [await vpsScript('guard'), script]
      .join('\n')
      .replaceAll('/var/lib/casement', at('var', 'casement'))
      .replaceAll('/boot/', `${at('boot')}/`);
    const text = `${assignments({ ...actor, ...variables })}\n${relocated}`;
    return spawnSync('sh', ['-s'], {
      input: `main() {\n${text}\n}\nmain </dev/null\nexit $?\n`,
      env: { PATH: `${at('bin')}:${process.env['PATH']}` },
      encoding: 'utf8',
    });
  }

  /** Installs a fake system program that only records its calls. */
  const tool = (name: string, body: string) => {
    writeFileSync(at('bin', name), `#!/bin/sh\n${body}\n`);
    chmodSync(at('bin', name), 0o755);
  };

  describe('guard', () => {
    it('accepts the lease holder', async () => {
      expect(await run('echo worked')).toMatchObject({ status: 0, stdout: 'worked\n' });
    });

    it('takes its lock with busybox’s flock, which has no -w (Spec 6, busybox userlands)', async () => {
      tool('flock', 'case $1 in -[nsxu]) exec /usr/bin/flock "$@" ;; *) exit 1 ;; esac');
      expect(await run('echo worked')).toMatchObject({ status: 0, stdout: 'worked\n' });
    });

    it('rejects an older epoch and accepts a newer one', async () => {
      await run('true', { EPOCH: 7 });
      expect(await run('echo worked', { EPOCH: 6 })).toMatchObject({ status: 95, stdout: '' });
      expect(await run('true', { EPOCH: 8 })).toMatchObject({ status: 0 });
      expect((await run('true', { EPOCH: 7 })).status).toBe(95);
    });

    it('lets another install take over leftover state', async () => {
      await run('true', { EPOCH: 7 });
      expect((await run('true', { INSTALL: 'two', EPOCH: 1 })).status).toBe(0);
    });

    it('rejects a script sent too late by a paused worker', async () => {
      expect((await run('true', { UNTIL: uptime() - 1 })).status).toBe(92);
    });

    it('rejects a script meant for another boot', async () => {
      expect((await run('true', { BOOT_ID: 'other' })).status).toBe(91);
      expect(existsSync(at('var', 'casement'))).toBe(false);
    });
  });

  it('build-stage resolves modules with our own modprobe because busybox’s may be installed (Spec 6)', async () => {
    const folder = at('var', 'casement');
    const files = join(root, 'lib');
    mkdirSync(folder);
    mkdirSync(files);
    writeFileSync(join(files, 'virtio_net.ko'), 'module');
    tool('modprobe', 'exit 1');
    mkdirSync(join(folder, 'tools'));
    const expectedModprobe = `[ "$*" = "modprobe -C /dev/null -D virtio_net" ] && echo "insmod ${files}/$5.ko"`;
    writeFileSync(join(folder, 'tools', 'toolkit-run'), `#!/bin/sh\n${expectedModprobe}\n`, {
      mode: 0o755,
    });
    execFileSync('sh', ['-c', `ln -s "$(command -v busybox)" ${folder}/busybox`]);
    writeFileSync(join(folder, 'toolkit.cpio.gz'), '');
    writeFileSync(join(folder, 'job.cpio.gz'), '');
    const answer = await run(await vpsScript('build-stage'), {
      KERNEL_IMAGE: '/dev/null',
      MODULES: 'virtio_net',
      JOB_SHA256: createHash('sha256').digest('hex'),
      STAGE_DIR: folder,
    });
    expect(answer.stdout).toContain('MODULE_COUNT=1');
    const listed = `gzip -dc ${folder}/stage.img | ${folder}/busybox cpio -t 2>/dev/null`;
    expect(execFileSync('sh', ['-c', listed], { encoding: 'utf8' })).toContain(
      'usr/lib/casement/modules/101-virtio_net.ko',
    );
  });

  it.each([
    ['adds the kernel for the boot guard', 'yes', 100_000, true],
    ['adds no kernel without room for it', 'yes', 8_000, false],
    ['adds no kernel without a boot guard', '', 100_000, false],
  ])('build-stage %s', async (_title, guard, freeKb, added) => {
    tool('df', `printf 'header\\nfs 0 0 ${freeKb}\\n'`);
    const folder = at('var', 'casement');
    mkdirSync(join(folder, 'tools'), { recursive: true });
    writeFileSync(join(folder, 'tools', 'toolkit-run'), '#!/bin/sh\n', { mode: 0o755 });
    execFileSync('sh', ['-c', `ln -s "$(command -v busybox)" ${folder}/busybox`]);
    for (const file of ['toolkit', 'job']) writeFileSync(join(folder, `${file}.cpio.gz`), '');
    writeFileSync(at('kernel'), 'kernel');
    await run(await vpsScript('build-stage'), {
      KERNEL_IMAGE: at('kernel'),
      MODULES: '',
      JOB_SHA256: createHash('sha256').digest('hex'),
      STAGE_DIR: folder,
      GUARD: guard,
    });
    const listed = `gzip -dc ${folder}/stage.img | ${folder}/busybox cpio -t 2>/dev/null`;
    const files = execFileSync('sh', ['-c', listed], { encoding: 'utf8' });
    expect(files.includes('usr/lib/casement/vmlinuz')).toBe(added);
  });

  it('build-stage passes the folder of the running modules (NixOS)', async () => {
    const folder = at('var', 'casement');
    mkdirSync(join(folder, 'tools'), { recursive: true });
    const asked = `echo "$*" >>${at('asked')}`;
    writeFileSync(join(folder, 'tools', 'toolkit-run'), `#!/bin/sh\n${asked}\n`, { mode: 0o755 });
    execFileSync('sh', ['-c', `ln -s "$(command -v busybox)" ${folder}/busybox`]);
    for (const file of ['toolkit', 'job']) writeFileSync(join(folder, `${file}.cpio.gz`), '');
    await run(await vpsScript('build-stage'), {
      KERNEL_IMAGE: '/dev/null',
      MODULES: 'virtio_net',
      MODULES_ROOT: '/run/booted-system/kernel-modules',
      JOB_SHA256: createHash('sha256').digest('hex'),
      STAGE_DIR: folder,
    });
    expect(readFileSync(at('asked'), 'utf8')).toBe(
      'modprobe -C /dev/null -d /run/booted-system/kernel-modules -D virtio_net\n',
    );
  });

  describe('unpack-tools', () => {
    const folder = () => at('var', 'casement');
    /** Prepares a stand-in busybox and toolkit-run that run these lines. */
    const unpack = (busybox: string, toolkitRun = 'true') => {
      mkdirSync(folder());
      const applets = `case $1 in cpio) mkdir tools.tmp; printf '#!/bin/sh\\n${toolkitRun}\\n' >toolkit-run; chmod 755 toolkit-run ;; esac`;
      writeFileSync(join(folder(), 'busybox'), `#!/bin/sh\n${busybox}\n${applets}\n`);
      execFileSync('sh', ['-c', `echo archive | gzip >${folder()}/toolkit.cpio.gz`]);
      const hash = (file: string) =>
        createHash('sha256')
          .update(readFileSync(join(folder(), file)))
          .digest('hex');
      const hashes = {
        BUSYBOX_SHA256: hash('busybox'),
        TOOLKIT_SHA256: hash('toolkit.cpio.gz'),
      };
      return async () => (await run(await vpsScript('unpack-tools'), hashes)).status;
    };

    it('exits with 0 if our programs run', async () => {
      expect(await unpack(':')()).toBe(0);
    });

    it.each<[string, string, string]>([
      ['are killed', 'kill -9 $$', ''],
      ['are not allowed to run', 'exit 126', ''],
      ['are killed while unpacking', '[ $1 != cpio ] || { rm -f $0; kill -9 $$; }', ''],
      ['are killed after unpacking', ':', 'kill -9 $$'],
      ['are killed while loading a kernel', ':', '[ $1 != kexec ] || kill -9 $$'],
    ])('exits with 97 if our programs %s', async (_, busybox, toolkitRun) => {
      expect(await unpack(busybox, toolkitRun)()).toBe(97);
    });

    it('exits with 97 if a file disappeared after the upload', async () => {
      const unpacked = unpack(':');
      rmSync(join(folder(), 'busybox'));
      expect(await unpacked()).toBe(97);
    });

    it('exits with 96 without room', async () => {
      expect(await unpack('[ $1 != cpio ] || exit 1')()).toBe(96);
    });

    it('exits with 1 if a file is damaged', async () => {
      const unpacked = unpack(':');
      writeFileSync(join(folder(), 'busybox'), 'damaged');
      expect(await unpacked()).toBe(1);
    });
  });

  describe('boot-grub and clean-up', () => {
    const STAGE = { GRUB_REBOOT: 'grub-reboot', ARGS: 'console=ttyS0 panic=30 quiet' };
    const CUSTOMERS = 'menuentry "mine" { true; }\n';
    const custom = () => readFileSync(at('boot', 'grub', 'custom.cfg'), 'utf8');

    beforeEach(() => {
      // Output format common to busybox's and util-linux's blkid.
      tool(
        'blkid',
        `echo "$1: LABEL=\\"UUID\\" UUID=\\"1111-2222\\" TYPE=\\"ext4\\" PARTUUID=\\"9\\""`,
      );
      tool('grub-reboot', `echo "next_entry=$1" >>${at('boot', 'grub', 'grubenv')}`);
      tool('grub-editenv', `sed -i /^next_entry=/d "$1"`);
      mkdirSync(at('boot', 'casement'));
      writeFileSync(at('boot', 'casement', 'stage.img'), 'stage');
      writeFileSync(at('boot', 'vmlinuz-6.1'), 'kernel');
      writeFileSync(at('boot', 'grub', 'grubenv'), '# GRUB Environment Block\n');
    });

    const arm = async (script?: string) =>
      run(script ?? (await vpsScript('boot-grub')), {
        ...STAGE,
        GRUB_DIR: at('boot', 'grub'),
        KERNEL_IMAGE: at('boot', 'vmlinuz-6.1'),
        STAGE: at('boot', 'casement', 'stage.img'),
      });
    const cleanUp = async () => run(await vpsScript('clean-up'));

    it('adds our entry only once and keeps the customer’s entries', async () => {
      writeFileSync(at('boot', 'grub', 'custom.cfg'), CUSTOMERS);
      await arm();
      expect(await arm()).toMatchObject({ status: 0 });
      expect(custom().startsWith(CUSTOMERS)).toBe(true);
      expect(custom().match(/menuentry "Casement"/g)).toHaveLength(1);
      expect(custom()).toContain('linux ');
      expect(custom()).toContain(STAGE.ARGS);
      expect(custom()).toContain('search --no-floppy --fs-uuid --set=root 1111-2222');
    });

    it('finds the file system of /dev/root, which does not exist', async () => {
      tool('df', 'printf "Filesystem\\n/dev/root 9 9 9 1%% /\\n"');
      tool('blkid', `[ "$1" = /dev/vda1 ] && echo "$1: UUID=\\"3333-4444\\" TYPE=\\"ext4\\""`);
      writeFileSync(at('mountinfo'), '21 1 254:1 / / rw - ext4 /dev/root rw\n');
      mkdirSync(at('254:1'));
      writeFileSync(at('254:1', 'uevent'), 'MAJOR=254\nMINOR=1\nDEVNAME=vda1\nDEVTYPE=partition\n');
      const script = (await vpsScript('boot-grub'))
        .replaceAll('/proc/self/mountinfo', at('mountinfo'))
        .replaceAll('/sys/dev/block', root);
      expect(await arm(script)).toMatchObject({ status: 0 });
      expect(custom()).toContain('--set=root 3333-4444');
    });

    it('fails if GRUB did not store next_entry', async () => {
      tool('grub-reboot', 'true');
      expect((await arm()).status).not.toBe(0);
    });

    it('removes all of our files', async () => {
      await arm();
      expect(await cleanUp()).toMatchObject({ status: 0, stdout: 'CLEAN=1\n' });
      const left = execFileSync('sh', ['-c', `grep -rl casement ${root}/boot ${root}/var || true`]);
      expect(left.toString()).toBe('');
      expect(existsSync(at('boot', 'casement'))).toBe(false);
      expect(existsSync(at('var', 'casement'))).toBe(false);
      expect(existsSync(at('boot', 'grub', 'custom.cfg'))).toBe(false);
    });

    it('restores the customer’s custom.cfg unchanged', async () => {
      writeFileSync(at('boot', 'grub', 'custom.cfg'), CUSTOMERS);
      await arm();
      await cleanUp();
      expect(custom()).toBe(CUSTOMERS);
    });

    it('is harmless on a clean system and when repeated', async () => {
      rmSync(at('boot', 'casement'), { recursive: true });
      await cleanUp();
      expect(await cleanUp()).toMatchObject({ stdout: 'CLEAN=1\n' });
    });

    it('prints files that it could not remove', async () => {
      await arm();
      tool('grub-editenv', 'false');
      expect((await cleanUp()).stdout).toContain(`LEFT=${at('boot', 'grub')}/grubenv`);
    });
  });

  describe('restart by GRUB', () => {
    const log = () => readFileSync(at('log'), 'utf8');

    /** Runs with all kernel paths moved below `root`, and waits for the process left in the background. */
    async function restart({ loaded = '0', canUnload = true } = {}) {
      for (const dir of ['kernel', 'var/casement/tools']) {
        mkdirSync(at(...dir.split('/')), { recursive: true });
      }
      writeFileSync(at('log'), '');
      writeFileSync(at('kernel', 'loaded'), `${loaded}\n`);
      writeFileSync(at('kernel', 'disabled'), '0\n');
      writeFileSync(at('kernel', 'sysrq'), '');
      // Simulates the last part of a shutdown, so that the test does not wait for 60 seconds.
      writeFileSync(at('kernel', 'comm'), 'systemd-shutdow\n');
      const unload = canUnload ? `; echo 0 >${at('kernel', 'loaded')}` : '';
      const run1 = `#!/bin/sh\necho "toolkit $*" >>${at('log')}${unload}\n`;
      writeFileSync(at('var', 'casement', 'tools', 'toolkit-run'), run1, { mode: 0o755 });
      const script = (await vpsScript('restart'))
        .replaceAll('/proc/sysrq-trigger', at('kernel', 'sysrq'))
        .replaceAll('/sys/kernel/kexec_loaded', at('kernel', 'loaded'))
        .replaceAll('/proc/sys/kernel/kexec_load_disabled', at('kernel', 'disabled'))
        .replaceAll('/proc/1/comm', at('kernel', 'comm'))
        .replaceAll('/sys/fs/cgroup', at('cgroup'))
        .replaceAll(/(?<= )(\/usr)?(\/s?bin|\/lib\/molly-guard)(?=[ ;])/g, `${root}$&`)
        .replace(/' ("\$DIR\/tools\/toolkit-run") >\/dev\/null 2>&1 <\/dev\/null 9<&- &/, "' $1");
      expect(script).not.toMatch(/\/proc\/|\/sys\//);
      return run(script, { WAY: 'grub' });
    }
    const program = (
      path: string,
      body = `echo "$0 $*, $SYSTEMCTL_SKIP_AUTO_KEXEC $SYSTEMCTL_SKIP_AUTO_SOFT_REBOOT"`,
    ) => {
      mkdirSync(at(...path.split('/').slice(0, -1)), { recursive: true });
      writeFileSync(at(path), `#!/bin/sh\n${body} >>${at('log')}\n`, { mode: 0o755 });
    };

    it('prevents systemd’s kexec and soft reboot, and kexec-tools’ loading of a kernel', async () => {
      program('usr/bin/systemctl');
      await restart();
      expect(log()).toBe(`${at('usr/bin/systemctl')} reboot, 1 1\n`);
      expect(readFileSync(at('kernel', 'disabled'), 'utf8')).toBe('1\n');
    });

    it('unloads a previously loaded kernel', async () => {
      program('usr/bin/systemctl');
      await restart({ loaded: '1' });
      expect(log()).toMatch(/^toolkit kexec -u\n.*systemctl reboot/);
    });

    it('restarts immediately if a loaded kernel cannot be unloaded', async () => {
      program('usr/bin/systemctl');
      await restart({ loaded: '1', canUnload: false });
      expect(log()).toBe('toolkit kexec -u\n');
      expect(readFileSync(at('kernel', 'sysrq'), 'utf8')).toBe('b\n');
    });

    it('bypasses the wrapper of molly-guard', async () => {
      program('usr/sbin/reboot', 'echo wrapper');
      program('lib/molly-guard/reboot');
      program('usr/bin/systemctl', 'echo no systemd; false');
      await restart();
      expect(log()).toContain(`${at('lib/molly-guard/reboot')} ,`);
      expect(log()).not.toContain('wrapper');
    });

    it('bypasses a diverted program', async () => {
      program('usr/bin/systemctl', 'echo wrapper');
      program('usr/bin/systemctl.distrib');
      await restart();
      expect(log()).toBe(`${at('usr/bin/systemctl.distrib')} reboot, 1 1\n`);
    });
  });

  describe('facts', () => {
    it('completes on this system as any user', async () => {
      const facts = spawnSync('sh', ['-s'], { input: await vpsScript('facts'), encoding: 'utf8' });
      expect(facts.stdout.startsWith('FACTS=1\n')).toBe(true);
      expect(facts.stdout.endsWith('END=1\n')).toBe(true);
    });

    it('reports a read-only file system that was mounted rw', async () => {
      const mounts = readFileSync('/proc/self/mountinfo', 'utf8');
      // The last field of a line holds the file system's options, the sixth field those of the mount.
      writeFileSync(at('mountinfo'), mounts.replaceAll(/ rw(?=[^ \n]*\n)/g, ' ro'));
      const script = await vpsScript('facts');
      const room = (text: string) =>
        /^ROOM=dir=\/var\/lib .*$/m.exec(
          spawnSync('sh', ['-s'], { input: text, encoding: 'utf8' }).stdout,
        )?.[0];
      expect(room(script)).toContain(' ro=no ');
      expect(room(script.replaceAll('/proc/self/mountinfo', at('mountinfo')))).toContain(
        ' ro=yes ',
      );
    });
  });
});
