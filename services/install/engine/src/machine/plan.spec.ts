import { kernelArgs, makePlan } from './plan.js';
import { sampleFacts } from '../testing/sample-facts.js';

describe(makePlan.name, () => {
  it('identifies the disk by size, serial and first sectors instead of its name', () => {
    expect(makePlan(sampleFacts(), 'auto').disk).toEqual({
      size: 2 ** 32,
      serial: 'casement-lab',
      head: sampleFacts().disks[0].head,
    });
  });

  it('loads the disk and network card modules first, then the module of GRUB’s file system', () => {
    const { modules } = makePlan(sampleFacts(), 'auto');
    expect(modules.slice(0, 5)).toEqual(['virtio_blk', 'virtio_pci', 'virtio_net', 'fuse', 'ext4']);
    expect(new Set(modules).size).toBe(modules.length);
  });

  it('loads modules for other disk buses and, on UEFI, for the boot partition', () => {
    const [disk] = sampleFacts().disks;
    const nvme = sampleFacts({ disks: [{ ...disk, modules: ['nvme'] }], firmware: 'uefi' });
    const { modules } = makePlan(nvme, 'auto');
    expect(modules[0]).toBe('nvme');
    expect(modules).toEqual(expect.arrayContaining(['vfat', 'efivarfs']));
    expect(makePlan(sampleFacts(), 'auto').modules).not.toContain('efivarfs');
  });

  it('requires signed kernels only under lockdown', () => {
    expect(makePlan(sampleFacts({ lockdown: 'none' }), 'kexec').boot.signedOnly).toBe(false);
    expect(makePlan(sampleFacts({ lockdown: 'integrity' }), 'kexec').boot.signedOnly).toBe(true);
  });
});

describe(kernelArgs.name, () => {
  it('keeps the machine’s required kernel arguments and restarts after a panic', () => {
    expect(
      kernelArgs(
        'BOOT_IMAGE=/x root=UUID=1 ro console=tty0 console=ttyS0,115200n8 quiet tsc=reliable tsc_early_khz=2300000',
      ),
    ).toBe('console=tty0 console=ttyS0,115200n8 tsc=reliable tsc_early_khz=2300000 panic=30 quiet');
  });

  it('keeps no_timer_check if the customer’s kernel uses it', () => {
    expect(kernelArgs('ro no_timer_check crashkernel=auto')).toBe('no_timer_check panic=30 quiet');
  });

  it('drops arguments that GRUB or a shell would interpret', () => {
    expect(kernelArgs('console=$(reboot) console=tty0;x init=/bin/sh panic=0')).toBe(
      'panic=30 quiet',
    );
  });
});
