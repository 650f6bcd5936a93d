import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseFacts } from '@casement/install-engine/machine/facts.js';
import { vpsScript } from '@casement/install-engine/scripts.js';

const KERNEL = '6.6.58-0-virt';

/** Minimal bzImage: "HdrS" and the offset of its version. */
function kernel(version: string): Buffer {
  const image = Buffer.alloc(2 << 20);
  image.write('HdrS', 514);
  image.writeUInt16LE(0x3000, 526);
  image.write(`${version} (build@host) #1-Alpine SMP\0`, 0x3200);
  return image;
}

describe('facts.sh', () => {
  let root: string;
  const at = (...parts: string[]) => join(root, ...parts);
  const put = (path: string, content: string | Buffer = '') => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
  };
  const link = (path: string, target: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    symlinkSync(target, at(path));
  };
  const tool = (name: string, body: string) => {
    mkdirSync(at('bin'), { recursive: true });
    writeFileSync(at('bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'casement-machine-'));
    put('mountinfo', '21 1 254:1 / / rw - ext4 /dev/vda1 rw\n');
    put('cmdline', 'root=/dev/vda1 ro\n');
    put('meminfo', 'MemTotal:        1817448 kB\nMemFree:          900000 kB\n');
    for (const dir of ['boot', 'dev', 'sys/block']) mkdirSync(at(dir), { recursive: true });
    tool('uname', `case $1 in -r) echo ${KERNEL} ;; *) echo x86_64 ;; esac`);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  async function capture(connection = '') {
    const script = (await vpsScript('facts'))
      .replaceAll('/proc/cmdline', at('cmdline'))
      .replaceAll('/proc/self/mountinfo', at('mountinfo'))
      .replaceAll(/(?<=[ "(=])\/sys\/(?=block|dev\/|fs\/|class\/block)/g, `${at('sys')}/`)
      .replaceAll('/lib/modules', at('lib', 'modules'))
      .replaceAll(`$dir${at('lib', 'modules')}`, `${root}$dir/lib/modules`)
      .replaceAll('ls /boot /efi /boot/efi', 'true')
      .replaceAll(/for dir in \/ \/boot\/ /g, `for dir in ${root}/ ${at('boot')}/ `)
      .replaceAll('"/boot/', `"${at('boot')}/`)
      .replaceAll('find -L /boot', `find -L ${at('boot')}`)
      .replaceAll('/run/ostree-booted', at('run/ostree-booted'))
      .replaceAll('/sys/kernel/kexec_crash_size', at('kexec_crash_size'))
      .replaceAll('/proc/meminfo', at('meminfo'))
      .replaceAll('find /run/', `find ${at('run')}/`)
      .replaceAll('"^/dev/"', `"^${at('dev')}/"`)
      .replaceAll(/in \/dev\/\*\)/g, `in ${at('dev')}/*)`);
    const env = { PATH: `${at('bin')}:${process.env['PATH']}`, SSH_CONNECTION: connection };
    const { stdout } = spawnSync('sh', ['-s'], { input: script, env, encoding: 'utf8' });
    return parseFacts(stdout);
  }

  describe('kernel', () => {
    it.each<[string, string, string, string]>([
      ['Debian', `/boot/vmlinuz-${KERNEL}`, `boot/vmlinuz-${KERNEL}`, 'a name with the version'],
      ['Fedora', '', `lib/modules/${KERNEL}/vmlinuz`, ''],
      ['Alpine with SYSLINUX', 'vmlinuz-virt', 'boot/vmlinuz-virt', KERNEL],
      ['Alpine with GRUB', '/boot/vmlinuz-virt', 'boot/vmlinuz-virt', KERNEL],
      ['Arch', '/vmlinuz-linux', 'boot/vmlinuz-linux', KERNEL],
      ['NixOS', '(hd0,msdos1)//nix/store/abc-linux/bzImage', 'nix/store/abc-linux/bzImage', KERNEL],
      ['NixOS on btrfs', '/@nix/nix/store/abc/bzImage', 'nix/store/abc/bzImage', KERNEL],
      [
        'NixOS by its own /boot',
        '(hd0,gpt2)//kernels/abc-bzImage',
        'boot/kernels/abc-bzImage',
        KERNEL,
      ],
      ['Fedora CoreOS', '/ostree/x/vmlinuz-y', 'boot/ostree/x/vmlinuz-y', KERNEL],
      ['a kernel without BOOT_IMAGE', '', 'boot/kernel-genkernel-x86_64', KERNEL],
      ['a folder of systemd-boot', '', `boot/0f1e/${KERNEL}/linux`, KERNEL],
    ])('finds the file of %s', async (_, named, file, version) => {
      put('cmdline', `BOOT_IMAGE=${named} root=/dev/vda1\n`);
      put('boot/initrd.img', Buffer.alloc(2 << 20));
      put(file, version === KERNEL ? kernel(version) : Buffer.from('a kernel'));
      expect((await capture()).kernelImage).toBe(at(file));
    });

    it('ignores a file of another version, and reports that version if its modules exist', async () => {
      put('cmdline', 'BOOT_IMAGE=/boot/vmlinuz-virt root=/dev/vda1\n');
      put('boot/vmlinuz-virt', kernel('6.6.60-0-virt'));
      expect(await capture()).toMatchObject({ kernelImage: null, nextKernel: '' });
      put('lib/modules/6.6.60-0-virt/modules.dep');
      expect(await capture()).toMatchObject({ kernelImage: null, nextKernel: '6.6.60-0-virt' });
    });

    it('prefers a file in /boot, which GRUB reads, over one on a root file system that it may not read', async () => {
      put('cmdline', 'BOOT_IMAGE=/vmlinuz-linux root=/dev/mapper/root rootflags=subvol=@\n');
      put('boot/vmlinuz-linux', kernel(KERNEL));
      put(`lib/modules/${KERNEL}/vmlinuz`, kernel(KERNEL));
      expect((await capture()).kernelImage).toBe(at('boot/vmlinuz-linux'));
    });

    it('finds the running kernel next to another', async () => {
      put('cmdline', 'BOOT_IMAGE=/boot/vmlinuz-new root=/dev/vda1\n');
      put('boot/vmlinuz-new', kernel('6.6.60-0-virt'));
      put('boot/vmlinuz-old', kernel(KERNEL));
      expect((await capture()).kernelImage).toBe(at('boot/vmlinuz-old'));
    });

    it.each([
      ['/', ''],
      ['NixOS', '/run/booted-system/kernel-modules'],
      ['Guix', '/run/booted-system/kernel'],
    ])('finds the modules of %s', async (_, modulesRoot) => {
      expect((await capture()).hasModules).toBe(false);
      put(`${modulesRoot.slice(1)}/lib/modules/${KERNEL}/modules.dep`);
      expect(await capture()).toMatchObject({ hasModules: true, modulesRoot });
    });
  });

  describe('root file system in layers', () => {
    /** Creates partitions and the devices on top of them. */
    const partition = (disk: string, number: number) => {
      const path = `sys/devices/${disk}/${disk}${number}`;
      put(`${path}/partition`, `${number}\n`);
      link(`sys/class/block/${disk}${number}`, at(path));
      put(`dev/${disk}${number}`);
      return path;
    };
    const layer = (name: string, below: string[], uuid = '') => {
      const path = `sys/devices/virtual/block/${name}`;
      mkdirSync(at(path, 'slaves'), { recursive: true });
      below.forEach((each, index) => link(`${path}/slaves/${index}`, at(each)));
      if (uuid) {
        put(`${path}/dm/uuid`, `${uuid}\n`);
        link(`sys/block/${name}`, at(path));
      }
      link(`sys/class/block/${name}`, at(path));
      put(`dev/${name}`);
      return path;
    };
    const root254 = (path: string) => link('sys/dev/block/254:1', at(path));
    const mount = (fs: string, source: string, options = 'rw') =>
      put('mountinfo', `21 1 0:23 / / rw - ${fs} ${source} ${options}\n`);

    it.each<[string, () => void]>([
      ['a partition', () => root254(partition('vda', 1))],
      ['mdraid with one disk', () => root254(layer('md0', [partition('vda', 1)]))],
      [
        'LVM on a disk',
        () => root254(layer('dm-0', [partition('vda', 1), partition('vda', 2)], 'LVM-x')),
      ],
    ])('names the disk of %s', async (_, make) => {
      make();
      expect(await capture()).toMatchObject({ rootDisks: ['vda'], encryption: [] });
    });

    it('names the disk under /sysroot if / is an overlay of ostree', async () => {
      root254(partition('vda', 4));
      put(
        'mountinfo',
        '68 2 0:36 / / ro shared:1 - overlay composefs ro,lowerdir+=/run/ostree/.private/cfsroot-lower\n' +
          '72 68 254:1 / /sysroot ro shared:2 - xfs /dev/vda4 rw\n',
      );
      // The root of a rescue system is an overlay as well, but without ostree.
      expect((await capture()).rootDisks).toEqual([]);
      put('run/ostree-booted');
      expect((await capture()).rootDisks).toEqual(['vda']);
    });

    it.each<[string, () => void]>([
      ['mdraid', () => root254(layer('md0', [partition('vda', 1), partition('vdb', 1)]))],
      [
        'a partition of mdraid',
        () => {
          const md = layer('md127', [partition('vda', 1), partition('vdb', 1)]);
          put(`${md}/md127p1/partition`, '1\n');
          root254(`${md}/md127p1`);
        },
      ],
      [
        'LVM on LUKS and on a plain partition',
        () => {
          const luks = layer('dm-0', [partition('vda', 1)], 'CRYPT-LUKS2-abc-root');
          root254(layer('dm-1', [luks, partition('vdb', 1)], 'LVM-x'));
        },
      ],
      ['bcache', () => root254(layer('bcache0', [partition('vda', 1), partition('vdb', 1)]))],
      [
        'btrfs',
        () => {
          const [one, other] = [partition('vda', 1), partition('vdb', 1)];
          root254(one);
          put('mountinfo', '21 1 254:1 /@ / rw - btrfs /dev/vda1 rw\n');
          link('sys/fs/btrfs/1111/devices/vda1', at(one));
          link('sys/fs/btrfs/1111/devices/vdb1', at(other));
          link('sys/fs/btrfs/2222/devices/vdc1', at(partition('vdc', 1)));
        },
      ],
      [
        'ZFS',
        () => {
          partition('vda', 1);
          partition('vdb', 1);
          mount('zfs', 'rpool/ROOT/debian');
          const lines = [
            'rpool\t9G',
            '\tmirror-0\t9G',
            `\t${at('dev/vda1')}\t9G`,
            `\t${at('dev/vdb1')}\t9G`,
          ];
          tool(
            'zpool',
            `[ "$*" = "list -v -H -P -L rpool" ] && printf '%b' '${lines.join('\\n')}\\n'`,
          );
        },
      ],
      [
        'bcachefs',
        () => {
          partition('vda', 1);
          partition('vdb', 1);
          mount('bcachefs', `${at('dev/vda1')}:${at('dev/vdb1')}`);
        },
      ],
      [
        'XFS with its log on another disk',
        () => {
          root254(partition('vda', 1));
          partition('vdb', 1);
          const options = `rw,attr2,logdev=${at('dev/vdb1')},noquota`;
          put('mountinfo', `21 1 254:1 / / rw - xfs /dev/vda1 ${options}\n`);
        },
      ],
    ])('names all disks of %s', async (_, make) => {
      make();
      expect((await capture()).rootDisks).toEqual(['vda', 'vdb']);
    });

    it.each<[string, string[], () => void]>([
      ['LUKS', ['LUKS'], () => layer('dm-0', [partition('vda', 1)], 'CRYPT-LUKS2-abc-root')],
      [
        'LUKS under LVM',
        ['LUKS'],
        () => {
          const luks = layer('dm-0', [partition('vda', 1)], 'CRYPT-LUKS1-abc-root');
          layer('dm-1', [luks], 'LVM-x');
        },
      ],
      [
        'swap with a random key',
        [],
        () => layer('dm-0', [partition('vda', 2)], 'CRYPT-PLAIN-swap'),
      ],
      ['dm-verity', [], () => layer('dm-0', [partition('vda', 2)], 'CRYPT-VERITY-usr')],
      ['ZFS with a passphrase', ['ZFS'], () => tool('zfs', 'printf "none\\nprompt\\n"')],
      ['ZFS with a key file', [], () => tool('zfs', 'echo file:///etc/key')],
    ])('reports the encryption of %s', async (_, encryption, make) => {
      make();
      expect((await capture()).encryption).toEqual(encryption);
    });
  });

  it('lists only disks, not volumes that lie on them', async () => {
    for (const name of [
      'vda',
      'vdb',
      'zd0',
      'zd16',
      'bcache0',
      'drbd0',
      'md127',
      'dm-0',
      'loop0',
    ]) {
      put(`sys/block/${name}/size`, '8388608\n');
    }
    expect((await capture()).disks.map(({ name }) => name)).toEqual(['vda', 'vdb']);
  });

  it('counts the memory that is reserved for a crash kernel', async () => {
    expect((await capture()).memoryKb).toBe(1_817_448);
    put('kexec_crash_size', `${192 << 20}\n`);
    expect((await capture()).memoryKb).toBe(1_817_448 + (192 << 10));
  });

  it('reports the ports with a listener, without needing ss, and the ports of sshd’s configuration', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    tool('ss', 'exit 1');
    tool('sshd', "printf 'port 2299\\nlistenaddress 0.0.0.0:2299\\n'");
    const { listening } = await capture();
    expect(listening).toEqual(
      expect.arrayContaining([(server.address() as AddressInfo).port, 2299]),
    );
    server.close();
  });

  describe('redirects to sshd', () => {
    const redirected = async (nft: string, iptables = '') => {
      for (const [name, output] of Object.entries({ nft, 'iptables-save': iptables })) {
        put(`${name}.txt`, output);
        tool(name, `cat ${at(`${name}.txt`)}`);
      }
      return (await capture('198.51.100.9 51234 10.0.0.5 2222')).redirected;
    };
    const only = (port: number) => ({ from: port, to: port });

    it.each([
      ['tcp dport 22 redirect to :2222', [only(22)]],
      [
        'ip daddr 10.0.0.5 tcp dport 22 counter packets 1 bytes 2 dnat to 10.0.0.5:2222',
        [only(22)],
      ],
      ['tcp dport 22 dnat ip to 127.0.0.1:2222', [only(22)]],
      ['tcp dport { 443, 2000-2010 } redirect to :2222', [{ from: 2000, to: 2010 }, only(443)]],
      ['tcp dport @ports redirect to :2222', [null]],
      ['redirect to :tcp dport map { 22 : 2222, 80 : 8080 }', [null]],
      ['tcp dport 22 redirect to :22222', []],
      ['tcp dport 22 redirect to :12222', []],
      ['tcp dport 22 dnat to 172.17.0.2:2222', []],
      ['tcp dport 22 accept', []],
    ])('reads the nft rule “%s”', async (rule, expected) => {
      expect(
        await redirected(`table ip nat {\n  chain prerouting {\n    ${rule}\n  }\n}\n`),
      ).toEqual(expected);
    });

    it.each([
      ['-p tcp -m tcp --dport 22 -j REDIRECT --to-ports 2222', [only(22)]],
      ['-p tcp -m multiport --dports 22,443 -j REDIRECT --to-ports 2222', [only(22), only(443)]],
      ['-p tcp --dport 20:25 -j DNAT --to-destination 10.0.0.5:2222', [{ from: 20, to: 25 }]],
      ['-p tcp --dport 22 -j DNAT --to-destination :2222', [only(22)]],
      // Such as docker run -p 2222:2222.
      ['-p tcp --dport 2222 -j DNAT --to-destination 172.17.0.2:2222', []],
    ])('reads the iptables rule “%s”', async (rule, expected) => {
      expect(await redirected('', `*nat\n-A PREROUTING ${rule}\nCOMMIT\n`)).toEqual(expected);
    });
  });

  it('reads the SSH connection from a caller if sudo dropped the variable', async () => {
    const input = await vpsScript('facts');
    const connection = '198.51.100.9 51234 203.0.113.7 22';
    const shells = [
      'sh -s',
      'env -i PATH="$PATH" sh -s',
      'env -i PATH="$PATH" sh -c "sh -s; true"',
    ];
    for (const shell of shells) {
      const { stdout } = spawnSync('sh', ['-c', `${shell}; true`], {
        input,
        env: { ...process.env, SSH_CONNECTION: connection },
        encoding: 'utf8',
      });
      expect(parseFacts(stdout).sshLocal).toEqual({ address: '203.0.113.7', port: 22 });
    }
  });
});
