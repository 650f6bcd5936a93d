import { sampleFacts } from '../testing/sample-facts.js';
import type { DiskFacts, Facts, RoomFacts } from '../machine/facts.js';
import { evaluate } from './evaluate.js';
import { PREFLIGHT_SETTINGS, type ImageRequirements } from './requirements.js';

const GIB = 2 ** 30;
const IMAGE: ImageRequirements = {
  rawSize: 2.5 * GIB,
  minDisk: 2.5 * GIB,
  minMemory: 0,
  firmware: 'bios',
};

const NOW = new Date(sampleFacts().clock * 1000);

const codes = (facts: Partial<Facts>, image: Partial<ImageRequirements> = {}, settings = {}) =>
  evaluate(sampleFacts(facts), { ...IMAGE, ...image }, { ...PREFLIGHT_SETTINGS, ...settings }, NOW)
    .filter((check) => check.result === 'refused')
    .map((check) => check.code);

const disk = (changes: Partial<DiskFacts> = {}): DiskFacts => ({
  ...sampleFacts().disks[0],
  ...changes,
});

const room = (changes: Partial<RoomFacts> = {}): RoomFacts => ({
  fs: 'ext4',
  freeKb: 4e6,
  freeInodes: 1e6,
  readOnly: false,
  noExec: false,
  ...changes,
});
const NO_KEXEC = { built: false, disabled: true };
/**
 * UEFI machine that boots from the sample's disk; the partition table and boot code in the first sector do not
 * matter.
 */
const UEFI: Partial<Facts> = { firmware: 'uefi', loaderDisks: ['vda'] };

describe(evaluate.name, () => {
  it('accepts an ordinary KVM VPS', () => {
    expect(codes({})).toEqual([]);
  });

  it('rejects a clock that is more than a day slow or fast', () => {
    const { clock } = sampleFacts();
    const day = 24 * 3600;
    expect(codes({ clock: clock + day - 60 })).toEqual([]);
    for (const wrong of [clock + day + 60, clock - day - 60, 0, Number('9'.repeat(400))]) {
      expect(codes({ clock: wrong })).toEqual(['CLOCK_WRONG']);
    }
  });

  it('returns the finding, the problem and the remedy for each rejection', () => {
    const checks = evaluate(
      sampleFacts(),
      { ...IMAGE, rawSize: 8 * GIB, minDisk: 8 * GIB },
      PREFLIGHT_SETTINGS,
      NOW,
    );
    expect(checks.find((check) => check.result === 'refused')).toEqual({
      name: 'disk size',
      result: 'refused',
      found: '4 GiB',
      code: 'DISK_TOO_SMALL',
      message: 'The disk is 4 GiB; this Windows version requires 8 GiB.',
      cure: 'Choose a larger VPS plan or another Windows version.',
    });
  });

  it('accepts UEFI only for an image that boots by UEFI', () => {
    expect(codes(UEFI, { firmware: 'uefi' })).toEqual([]);
    expect(codes({}, { firmware: 'uefi' })).toEqual(['FIRMWARE_MISMATCH']);
  });

  it('rejects UEFI with any image if the settings allow only BIOS', () => {
    expect(codes(UEFI, { firmware: 'uefi' }, { firmwares: ['bios'] })).toEqual([
      'FIRMWARE_MISMATCH',
    ]);
  });

  describe('processor', () => {
    const image = { processor: ['sse4_2', 'popcnt'] };
    const qemu64 = { cpuModel: 'QEMU Virtual CPU', cpuFlags: ['fpu', 'sse2', 'cx16', 'lahf_lm'] };

    it('is rejected only for a version whose required instructions it lacks', () => {
      expect(codes(qemu64, image)).toEqual(['PROCESSOR_UNSUPPORTED']);
      expect(codes(qemu64)).toEqual([]);
      expect(codes(qemu64, { processor: [] })).toEqual([]);
      expect(codes({}, image)).toEqual([]);
      expect(codes({ cpuFlags: ['sse4_2'] }, image)).toEqual(['PROCESSOR_UNSUPPORTED']);
    });

    it('names the missing features and the versions that run on it', () => {
      const versions = [
        { ...IMAGE, ...image, name: 'Windows Server 2025', imageSha256: 'Windows Server 2025' },
        { ...IMAGE, name: 'Windows Server 2022', imageSha256: 'Windows Server 2022' },
      ];
      const checks = evaluate(
        sampleFacts(qemu64),
        { ...IMAGE, ...image },
        PREFLIGHT_SETTINGS,
        NOW,
        versions,
      );
      expect(checks.find(({ name }) => name === 'processor')).toMatchObject({
        code: 'PROCESSOR_OTHER_VERSION',
        message: expect.stringContaining('(QEMU Virtual CPU) lacks SSE4.2 and POPCNT,'),
        cure: expect.stringContaining('runs on it: Windows Server 2022.'),
      });
    });

    it('is not rejected if /proc/cpuinfo could not be read', () => {
      expect(codes({ cpuFlags: [] }, image)).toEqual([]);
    });

    it('reports sockets that the edition does not use', () => {
      const found = (sockets: number, maxSockets?: number) =>
        evaluate(sampleFacts({ sockets }), { ...IMAGE, maxSockets }, PREFLIGHT_SETTINGS, NOW).find(
          ({ name }) => name === 'processor',
        );
      expect(found(8, 2)).toMatchObject({
        result: 'ok',
        found: expect.stringContaining('Windows uses 2 of its 8 sockets'),
      });
      expect(found(2, 2)!.found).not.toContain('sockets');
      expect(found(8)!.found).not.toContain('sockets');
    });
  });

  it.each([
    ['ide', [], ['intelide', 'atapi']],
    ['ide', [], ['pciide', 'atapi']],
    ['sata', ['ahci'], ['storahci']],
    ['scsi', ['mptsas', 'mptbase'], ['lsi_sas']],
    ['scsi', ['megaraid_sas'], ['megasas2i']],
    ['scsi', ['vmw_pvscsi'], ['pvscsi']],
  ])('accepts a disk on %s (%j) only for an image with the drivers %j', (...args) => {
    const [bus, modules, drivers] = args;
    const disks = [disk({ bus, modules })];
    expect(codes({ disks }, { drivers: ['netkvm', ...drivers] })).toEqual([]);
    const part = drivers.slice(1);
    expect(codes({ disks }, { drivers: ['netkvm', ...part] })).toEqual(['DISK_BUS_UNSUPPORTED']);
  });

  it('rejects IDE for an image with unknown drivers and controllers without a known driver', () => {
    expect(codes({ disks: [disk({ bus: 'ide' })] })).toEqual(['DISK_BUS_UNSUPPORTED']);
    const lsi = disk({ bus: 'scsi', modules: ['sym53c8xx'] });
    expect(codes({ disks: [lsi] }, { drivers: ['netkvm', 'lsi_sas'] })).toEqual([
      'DISK_BUS_UNSUPPORTED',
    ]);
  });

  it.each([
    ['e1000', 'e1000'],
    ['e1000e', 'e1000e'],
    ['igb', 'igb'],
    ['8139cp', 'rtl8139'],
    ['8139too', 'rtl8139'],
    ['vmxnet3', 'vmxnet3'],
    ['mlx5_core', 'mlx5'],
    ['iavf', 'iavf'],
    ['i40evf', 'iavf'],
  ])('accepts a network card on %s only for an image with the driver %s', (driver, name) => {
    const nic = { ...sampleFacts().nic!, driver };
    expect(codes({ nic }, { drivers: ['viostor', name] })).toEqual([]);
    expect(codes({ nic }, { drivers: ['viostor', 'netkvm'] })).toEqual(['NIC_UNSUPPORTED']);
  });

  it.each(['virtio-blk', 'virtio-scsi', 'sata', 'nvme'])('accepts a disk on %s', (bus) => {
    expect(codes({ disks: [disk({ bus })] })).toEqual([]);
  });

  it('stops after the first check for a user without root rights', () => {
    expect(evaluate(sampleFacts({ uid: 1000 }), IMAGE, PREFLIGHT_SETTINGS, NOW)).toHaveLength(1);
    expect(codes({ uid: 1000 })).toEqual(['NOT_ROOT']);
  });

  it.each<[string, Partial<Facts>]>([
    [
      'KVM with Hyper-V enlightenments (systemd before 256)',
      { virt: 'microsoft', dmi: 'QEMU / Standard PC (Q35 + ICH9, 2009)' },
    ],
    [
      'KVM with Hyper-V enlightenments and the provider’s DMI',
      { virt: 'microsoft', dmi: 'Some Host / VPS 2', hypervisorBuses: ['virtio'] },
    ],
    [
      'KVM with Hyper-V enlightenments, IDE and e1000',
      { virt: 'microsoft', dmi: 'Some Host / VPS 2', clockSources: ['kvm-clock', 'tsc'] },
    ],
    [
      'KVM that hides itself, with the DMI of an old QEMU',
      { virt: 'bochs', dmi: 'Bochs / Bochs', hypervisorBuses: ['virtio'] },
    ],
    [
      'KVM whose signature follows that of Hyper-V',
      { virt: 'microsoft', dmi: 'X / Y', hypervisorCpu: ['MicrosoftHv', 'KVMKVMKVM'] },
    ],
    [
      'KVM that shows the DMI of Hyper-V',
      { virt: '', dmi: 'Microsoft Corporation / Virtual Machine', hypervisorBuses: ['virtio'] },
    ],
    ...[
      'UpCloud / UpCloud Server',
      'Akamai Connected Cloud / Akamai Compute Instance',
      'Alibaba Cloud / Alibaba Cloud ECS',
      'Scaleway / SCW-DEV1-S',
      'Linode / Compute Instance',
      'Red Hat / KVM',
      'Apache Software Foundation / CloudStack KVM Hypervisor',
    ].map((dmi): [string, Partial<Facts>] => [`${dmi} without systemd`, { virt: '', dmi }]),
    [
      'an unknown DMI without systemd, by virtio',
      { virt: '', dmi: 'A / B', hypervisorBuses: ['virtio'] },
    ],
    [
      'an unknown DMI without systemd, by its firmware',
      { virt: '', dmi: 'A / B', dmiMore: ['SeaBIOS'] },
    ],
    [
      'an unknown DMI without systemd, by the kernel’s log',
      { virt: '', dmi: 'A / B', hypervisorCpu: ['KVM'] },
    ],
    [
      'a hidden hypervisor with virtio devices',
      { virt: 'none', hypervisorFlag: false, dmi: 'A / B', hypervisorBuses: ['virtio'] },
    ],
  ])('accepts the hypervisor %s', (_, facts) => {
    expect(codes(facts)).toEqual([]);
  });

  it.each<[string, Partial<Facts>, string]>([
    [
      'Hyper-V by its devices',
      { virt: '', dmi: 'A / B', hypervisorBuses: ['vmbus'] },
      'VIRT_HYPERV',
    ],
    ['Hyper-V by systemd alone', { virt: 'microsoft', dmi: 'A / B' }, 'VIRT_HYPERV'],
    ['Xen by its devices', { virt: '', dmi: 'A / B', hypervisorBuses: ['xen'] }, 'VIRT_XEN'],
    ['Xen under SeaBIOS', { virt: '', dmi: 'Xen / HVM domU', dmiMore: ['SeaBIOS'] }, 'VIRT_XEN'],
    [
      'VirtualBox with KVM’s clock and virtio',
      {
        virt: 'oracle',
        dmi: 'innotek GmbH / VirtualBox',
        hypervisorBuses: ['virtio'],
        clockSources: ['kvm-clock'],
      },
      'VIRT_UNSUPPORTED',
    ],
    ['VMware without systemd', { virt: '', dmi: 'VMware, Inc. / VMware7,1' }, 'VIRT_UNSUPPORTED'],
    [
      'bhyve without systemd',
      { virt: '', dmi: 'A / B', hypervisorBuses: ['virtio'], hypervisorCpu: ['bhyve bhyve '] },
      'VIRT_UNSUPPORTED',
    ],
    ['an unknown hypervisor', { virt: '', dmi: 'A / B' }, 'VIRT_UNSUPPORTED'],
    [
      'a physical server without systemd whose maker is also a provider',
      { virt: '', hypervisorFlag: false, dmi: 'Huawei / 2288H V5' },
      'VIRT_UNSUPPORTED',
    ],
    ['a laptop', { virt: 'none', hypervisorFlag: false, dmi: 'LENOVO / 20XW' }, 'VIRT_UNSUPPORTED'],
  ])('rejects the hypervisor or machine: %s', (_, facts, code) => {
    expect(codes(facts)).toContain(code);
  });

  it.each<[string, Partial<Facts>, string]>([
    [
      'an address that cannot be given to Windows',
      { addresses4: [{ address: '10.0.2.15/24&calc', dynamic: true }] },
      'NETWORK_UNUSABLE',
    ],
    ['an ARM processor', { arch: 'aarch64' }, 'ARCH_UNSUPPORTED'],
    ['a container', { containers: ['lxc'] }, 'VIRT_CONTAINER'],
    [
      'Hyper-V, as on Azure',
      { virt: 'microsoft', dmi: 'Microsoft Corporation / Virtual Machine' },
      'VIRT_HYPERV',
    ],
    [
      'Hyper-V without systemd',
      { virt: '', dmi: 'Microsoft Corporation / Virtual Machine' },
      'VIRT_HYPERV',
    ],
    ['Xen', { virt: 'xen' }, 'VIRT_XEN'],
    ['VMware', { virt: 'vmware' }, 'VIRT_UNSUPPORTED'],
    ['a machine without a hypervisor', { virt: 'none' }, 'VIRT_UNSUPPORTED'],
    [
      'a kernel that was updated but not booted',
      { hasModules: false, nextKernel: '6.1.0-57' },
      'KERNEL_INCOMPLETE',
    ],
    ['a kernel without modules', { hasModules: false }, 'KERNEL_UNUSABLE'],
    ['a driver whose file is missing', { missingModules: ['virtio_net'] }, 'KERNEL_UNUSABLE'],
    ['a kernel whose file is missing', { kernelImage: null }, 'KERNEL_UNUSABLE'],
    [
      'UEFI with a kernel without FAT support',
      { firmware: 'uefi', hasVfat: false, nextKernel: '6.1.0-57' },
      'KERNEL_UNUSABLE',
    ],
    ['512 MiB of memory', { memoryKb: 490_000 }, 'MEMORY_TOO_SMALL'],
    ['UEFI for a BIOS image', { firmware: 'uefi' }, 'FIRMWARE_MISMATCH'],
    ['/ on two disks', { rootDisks: ['vda', 'vdb'] }, 'DISK_SPANNED'],
    ['/ on no disk', { rootDisks: [] }, 'DISK_NOT_FOUND'],
    ['a disk that can’t be read', { disks: [disk({ head: '' })] }, 'DISK_NOT_FOUND'],
    [
      'a second disk identical to the first',
      { disks: [disk(), disk({ name: 'vdb' })] },
      'DISK_SECOND',
    ],
    ['a disk on USB', { disks: [disk({ bus: 'usb' })] }, 'DISK_BUS_UNSUPPORTED'],
    ['sectors of 4096 bytes', { disks: [disk({ sector: 4096 })] }, 'DISK_SECTOR_UNSUPPORTED'],
    ['a read-only disk', { disks: [disk({ readOnly: true })] }, 'DISK_READ_ONLY'],
    ['a disk smaller than the image', { disks: [disk({ size: GIB })] }, 'DISK_TOO_SMALL'],
    ['no default route', { nic: null, route4: null }, 'NETWORK_UNUSABLE'],
    ['no IPv4 address', { addresses4: [] }, 'NETWORK_UNUSABLE'],
    [
      'a default route without a gateway',
      { route4: { via: '', source: '', dhcp: false } },
      'NETWORK_UNUSABLE',
    ],
    ['a disk without partitions', { disks: [disk({ partitions: false })] }, 'BOOT_EXTERNAL'],
    ['a BIOS disk without boot code', { disks: [disk({ bootCode: false })] }, 'BOOT_EXTERNAL'],
    ['a kernel that was not booted from the disk', { startedFromDisk: false }, 'BOOT_EXTERNAL'],
    ['missing programs', { missingTools: ['gzip'] }, 'TOOLS_MISSING'],
  ])('rejects %s', (_, facts, code) => {
    expect(codes(facts)).toContain(code);
  });

  it('rejects UEFI that does not boot from this disk', () => {
    const disks = [disk({ bootCode: false })];
    expect(codes({ ...UEFI, disks }, { firmware: 'uefi' })).toEqual([]);
    expect(codes({ firmware: 'uefi', loaderDisks: ['vdb'] }, { firmware: 'uefi' })).toEqual([
      'BOOT_EXTERNAL',
    ]);
  });

  it('rejects a default route over a VLAN and names the kind of interface', () => {
    const nic = { ...sampleFacts().nic!, kind: 'vlan', driver: '' };
    const [refusal] = evaluate(sampleFacts({ nic }), IMAGE, PREFLIGHT_SETTINGS, NOW).filter(
      ({ result }) => result === 'refused',
    );
    expect(refusal).toMatchObject({
      name: 'network',
      message: 'The network settings are not supported: the default route goes over a vlan.',
    });
  });

  it('rejects an unknown network card', () => {
    const nic = { ...sampleFacts().nic!, driver: 'e1000' };
    expect(codes({ nic })).toEqual(['NIC_UNSUPPORTED']);
  });

  describe('drivers of the image', () => {
    const INBOX = ['storahci', 'stornvme', 'e1000e'];
    const VIRTIO = ['viostor', 'vioscsi', 'netkvm'];
    const machine = (bus: string, driver: string): Partial<Facts> => ({
      disks: [disk({ bus })],
      nic: { ...sampleFacts().nic!, driver },
    });
    const nitro = { ...machine('nvme', 'ena'), virt: 'amazon' };

    it.each([
      ['virtio-blk', 'virtio_net', VIRTIO, []],
      ['virtio-scsi', 'virtio_net', VIRTIO, []],
      ['virtio-blk', 'virtio_net', INBOX, ['DISK_BUS_UNSUPPORTED', 'NIC_UNSUPPORTED']],
      ['nvme', 'ena', [...INBOX, 'ena'], []],
      ['virtio-scsi', 'gve', [...VIRTIO, 'gvnic'], []],
      ['nvme', 'gve', [...INBOX, ...VIRTIO], ['NIC_UNSUPPORTED']],
      ['sata', 'e1000e', INBOX, []],
      ['sata', 'e1000e', VIRTIO, ['DISK_BUS_UNSUPPORTED', 'NIC_UNSUPPORTED']],
      // No Windows driver is known for these, so every image is rejected.
      ['usb', 'e1000', [...INBOX, ...VIRTIO], ['DISK_BUS_UNSUPPORTED', 'NIC_UNSUPPORTED']],
    ])('are checked for a %s disk with a %s card: %j', (bus, driver, drivers, expected) => {
      expect(codes(machine(bus, driver), { drivers })).toEqual(expected);
    });

    it('default to virtio, SATA and NVMe if unknown, as for images imported before detection', () => {
      for (const bus of ['virtio-blk', 'virtio-scsi', 'sata', 'nvme']) {
        expect(codes(machine(bus, 'virtio_net'))).toEqual([]);
      }
      expect(codes(nitro)).toEqual(['NIC_UNSUPPORTED']);
    });

    it('suggest versions that suit this machine when they do not match', () => {
      const aws = [...INBOX, ...VIRTIO, 'ena'];
      const version = (name: string, over: Partial<ImageRequirements>) => ({
        ...IMAGE,
        name,
        imageSha256: name,
        drivers: aws,
        ...over,
      });
      const refused = (versions: ReturnType<typeof version>[]) =>
        evaluate(sampleFacts(nitro), IMAGE, PREFLIGHT_SETTINGS, NOW, versions).filter(
          ({ result }) => result === 'refused',
        );
      const versions = [
        version('Server 2022', {}),
        version('Server 2016', { drivers: VIRTIO }),
        version('Windows 7', { drivers: undefined }),
        version('Windows 11', { firmware: 'uefi' }),
        version('Server 2025', { minDisk: 100 * GIB }),
        version('Windows 10', {}),
      ];
      expect(refused(versions)).toMatchObject([
        {
          name: 'network card',
          found: 'ena',
          code: 'NIC_OTHER_VERSION',
          message:
            'The network card uses ena, for which the image of this Windows version has no driver.',
          cure: 'Choose a Windows version that has the driver: Server 2022, Windows 10.',
        },
      ]);
      expect(refused(versions.slice(1, 5))).toMatchObject([{ code: 'NIC_UNSUPPORTED' }]);
      const sata = sampleFacts(machine('sata', 'virtio_net'));
      const image = { ...IMAGE, drivers: VIRTIO };
      expect(
        evaluate(sata, image, PREFLIGHT_SETTINGS, NOW, versions).find(
          ({ name }) => name === 'disk bus',
        ),
      ).toMatchObject({
        code: 'DISK_BUS_OTHER_VERSION',
        cure: 'Choose a Windows version that has the driver: Server 2022, Windows 7, Windows 10.',
      });
    });
  });

  describe('second disk', () => {
    const second = disk({ name: 'vdb', serial: 'other' });
    const disks = [disk(), second];

    it('is left untouched', () => {
      expect(codes({ disks })).toEqual([]);
      expect(codes({ disks, ...UEFI }, { firmware: 'uefi' })).toEqual([]);
    });

    it.each<[string, Partial<Facts>]>([
      ['/boot is on it', { bootDisks: ['vda', 'vdb'] }],
      ['the BIOS may start from it', { grubBootSectors: ['vda', 'vdb'] }],
      ['the BIOS starts from it', { grubBootSectors: ['vdb'] }],
      ['it is unknown which one the BIOS starts from', { grubBootSectors: [] }],
      [
        'it could not be read',
        { grubBootSectors: [], disks: [disk(), { ...second, bootCode: false, head: '' }] },
      ],
    ])('is rejected if %s', (_, facts) => {
      expect(codes({ disks, ...facts })).toEqual(['DISK_SECOND']);
    });

    it('needs no GRUB if the BIOS cannot start from it', () => {
      const data = { ...second, bootCode: false };
      expect(codes({ disks: [disk(), data], grubBootSectors: [] })).toEqual([]);
    });

    it('needs no further BIOS checks if the disk can be removed', () => {
      const stick = { ...second, removable: true };
      expect(codes({ disks: [disk(), stick], grubBootSectors: [] })).toEqual([]);
    });
  });

  it('accepts a plan sold as 4 GiB although it reports less', () => {
    expect(codes({ memoryKb: 3.8 * 2 ** 20 }, { minMemory: 4 * GIB })).toEqual([]);
    expect(codes({ memoryKb: 2 * 2 ** 20 }, { minMemory: 4 * GIB })).toEqual(['MEMORY_TOO_SMALL']);
  });

  describe('disk space', () => {
    const folders = (varLib: Partial<RoomFacts>, boot: Partial<RoomFacts> = {}) => ({
      room: { '/var/lib': room(varLib), '/boot': room(boot) },
    });

    it.each<[string, Partial<RoomFacts>, string]>([
      ['too small', { freeKb: 1000 }, 'ROOM_TOO_SMALL'],
      ['read-only', { readOnly: true }, 'FOLDER_READ_ONLY'],
      ['read-only and full', { readOnly: true, freeKb: 0 }, 'FOLDER_READ_ONLY'],
      ['full of files', { freeInodes: 0 }, 'FILES_TOO_MANY'],
    ])('needs /boot only without kexec: %s', (_, boot, code) => {
      expect(codes(folders({}, boot))).toEqual([]);
      expect(codes({ ...folders({}, boot), kexec: NO_KEXEC })).toEqual([code]);
      expect(codes(folders({}, boot), {}, { boot: 'grub' })).toEqual([code]);
      expect(codes({ ...folders({}, boot), grub: null })).toEqual([]);
    });

    it.each<[string, Partial<RoomFacts>]>([
      ['too small', { freeKb: 1000 }],
      ['noexec', { noExec: true }],
      ['full of files', { freeInodes: 100 }],
    ])('keeps the tools in memory if /var/lib is %s', (_, varLib) => {
      expect(codes(folders(varLib))).toEqual([]);
      const found = evaluate(sampleFacts(folders(varLib)), IMAGE, PREFLIGHT_SETTINGS, NOW).find(
        ({ name }) => name === 'room',
      );
      expect(found!.found).toContain('our tools in memory');
    });

    it.each<[string, Partial<RoomFacts>, string]>([
      ['full', { freeKb: 8 }, 'ROOM_TOO_SMALL'],
      ['read-only', { readOnly: true }, 'FOLDER_READ_ONLY'],
      ['without a free inode', { freeInodes: 0 }, 'FILES_TOO_MANY'],
    ])('refuses a /var/lib that is %s and cannot hold a folder', (_, varLib, code) => {
      expect(codes(folders(varLib))).toEqual([code]);
    });
  });

  it('recommends a restart only if another kernel is installed', () => {
    const cure = (facts: Partial<Facts>) =>
      evaluate(sampleFacts(facts), IMAGE, PREFLIGHT_SETTINGS, NOW).find(
        ({ name }) => name === 'kernel',
      )!.cure;
    expect(cure({ kernelImage: null, nextKernel: '6.12.1-virt' })).toMatch(/^Restart/);
    expect(cure({ kernelImage: null })).toMatch(/^Reinstall/);
    expect(cure({ missingModules: ['e1000'] })).toMatch(/^Reinstall/);
  });

  it('accepts an encrypted system with a remark', () => {
    const checks = evaluate(sampleFacts({ encryption: ['LUKS'] }), IMAGE, PREFLIGHT_SETTINGS, NOW);
    expect(checks.find(({ name }) => name === 'encryption')).toMatchObject({
      result: 'ok',
      code: 'LINUX_ENCRYPTED',
      message: expect.stringContaining('encrypted (LUKS)'),
    });
    expect(codes({ encryption: ['LUKS'] })).toEqual([]);
  });

  describe('boot guard', () => {
    const remarks = (facts: Partial<Facts>, image: Partial<ImageRequirements>, guard = true) =>
      evaluate(
        sampleFacts(facts),
        { ...IMAGE, ...image },
        { ...PREFLIGHT_SETTINGS, guard },
        NOW,
      ).flatMap(({ name, result, code }) => (name === 'boot guard' ? [`${result} ${code}`] : []));
    const SECURE = { ...UEFI, secureBoot: true };
    const FULL: Partial<ImageRequirements> = { rawSize: sampleFacts().disks[0].size };

    it('is announced as missing with Secure Boot or without room behind the image', () => {
      expect(remarks({}, {})).toEqual([]);
      expect(remarks(SECURE, { firmware: 'uefi' })).toEqual(['ok GUARD_SECURE_BOOT']);
      expect(remarks({}, FULL)).toEqual(['ok GUARD_NO_ROOM']);
    });

    it('is not mentioned if it is switched off or the disk is too small for Windows', () => {
      expect(remarks(SECURE, { firmware: 'uefi' }, false)).toEqual([]);
      expect(remarks({}, { ...FULL, guard: false })).toEqual([]);
      expect(remarks({}, { rawSize: 8 * GIB })).toEqual([]);
    });
  });

  describe('entered address', () => {
    const [main, floating, other] = ['203.0.113.7', '203.0.113.77', '10.9.0.5'];
    const NETWORK: Partial<Facts> = {
      addresses4: [
        { address: `${main}/24`, dynamic: true },
        { address: `${floating}/32`, dynamic: false },
      ],
      otherAddresses: [{ card: 'eth1', address: `${other}/24`, dynamic: true }],
      route4: { via: '203.0.113.1', source: main, dhcp: true },
    };
    const reached = (
      address: string,
      local: string | null,
      {
        facts = {},
        sshPort = 22,
        localPort = sshPort,
      }: { facts?: Partial<Facts>; sshPort?: number; localPort?: number } = {},
    ) =>
      evaluate(
        sampleFacts({
          ...NETWORK,
          sshLocal: local === null ? null : { address: local, port: localPort },
          ...facts,
        }),
        IMAGE,
        { ...PREFLIGHT_SETTINGS, entered: { address, sshPort, rdpPort: sshPort } },
        NOW,
      ).filter(({ code }) => code !== null);

    const STATIC = { route4: { via: '203.0.113.1', source: main, dhcp: false } };
    const byHand = {
      ...STATIC,
      addresses4: NETWORK.addresses4!.map((own) => ({ ...own, dynamic: false })),
    };

    it.each<[string, string, string | null, Partial<Facts>]>([
      ['the only address that Windows keeps', main, main, {}],
      [
        'an address on no network card that leads to the kept address (1:1 NAT)',
        '198.51.100.9',
        main,
        {},
      ],
      [
        'an address on no network card, if the server does not report where it leads',
        '198.51.100.9',
        null,
        {},
      ],
      ['another static address that Windows keeps', floating, floating, byHand],
    ])('is accepted: %s', (_, address, local, facts) => {
      expect(reached(address, local, { facts })).toEqual([]);
    });

    it.each<[string, string, string | null]>([
      ['a floating address in addition to DHCP', floating, floating],
      ['a floating address through NAT', '198.51.100.9', floating],
      ['an address of another network card', other, other],
      ['an address of lo that is in no list', '192.0.2.99', '192.0.2.99'],
      ['a floating address that the server does not report', floating, null],
      ['a public address that leads to another network card', '198.51.100.9', other],
    ])('is refused with the address to enter: %s', (_, address, local) => {
      expect(reached(address, local)).toMatchObject([
        {
          result: 'refused',
          code: 'ADDRESS_LOST',
          message: expect.stringContaining(`at ${address}.`),
          cure: expect.stringContaining(`Enter ${main} instead`),
        },
      ]);
    });

    it('is accepted with a different port behind the provider’s NAT', () => {
      expect(reached('198.51.100.7', main, { sshPort: 20_122, localPort: 22 })).toEqual([]);
    });

    it.each([
      ['a port of Windows itself', main, 3389, 3389, 3389],
      ['a NAT that leads to a port of Windows itself', '198.51.100.7', 20_122, 445, 445],
      ['a NAT from the port that attackers try first', '198.51.100.7', 3389, 22, 3389],
    ])('is refused with the port: %s', (_, address, sshPort, localPort, port) => {
      expect(reached(address, main, { sshPort, localPort })).toMatchObject([
        { code: 'PORT_RESERVED', message: expect.stringContaining(`can’t use port ${port}:`) },
      ]);
    });

    it('is refused if the port of Windows is unknown', () => {
      const facts = { listening: [22] };
      expect(reached('198.51.100.7', null, { sshPort: 20_122, facts })).toMatchObject([
        { code: 'PORT_UNCLEAR', message: expect.stringContaining('where port 20122 of') },
      ]);
    });

    it('is not checked without a usable network', () => {
      const found = reached(other, other, { facts: { addresses4: [] } });
      expect(found).toMatchObject([{ code: 'NETWORK_UNUSABLE' }]);
    });
  });
});
