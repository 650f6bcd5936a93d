import { sampleFacts } from '../testing/sample-facts.js';
import { chooseBootWay } from './boot-way.js';
import type { Facts, GrubFacts, RoomFacts } from './facts.js';

const grub = (changes: Partial<GrubFacts>): GrubFacts => ({ ...sampleFacts().grub!, ...changes });
const NO_KEXEC = { built: false, disabled: true };

describe(chooseBootWay.name, () => {
  it('chooses GRUB if GRUB can clear next_entry', () => {
    expect(chooseBootWay(sampleFacts(), 'auto').way).toBe('grub');
    expect(chooseBootWay(sampleFacts({ grub: grub({ fs: 'xfs' }) }), 'auto').way).toBe('grub');
  });

  it.each<[string, Partial<Facts>]>([
    ['btrfs', { grub: grub({ fs: 'btrfs' }) }],
    ['zfs', { grub: grub({ fs: 'zfs' }) }],
    ['LVM or RAID', { grub: grub({ plain: false }) }],
    ['a damaged grubenv', { grub: grub({ env: false }) }],
    ['a grub.cfg that ignores next_entry', { grub: grub({ nextEntry: false }) }],
    ['a grub.cfg without custom.cfg', { grub: grub({ custom: false }) }],
    ['no grub-reboot', { grub: grub({ reboot: '' }) }],
    ['no GRUB', { grub: null }],
    ['a disk that something else starts', { grubBootSectors: [] }],
    ['a GRUB that systemd-boot has replaced', { firmware: 'uefi', loader: 'systemd-boot 252' }],
  ])('chooses kexec with %s', (_, facts) => {
    expect(chooseBootWay(sampleFacts(facts), 'auto').way).toBe('kexec');
  });

  it.each<[string, Partial<RoomFacts>]>([
    ['too small', { freeKb: 20_000 }],
    ['read-only', { readOnly: true }],
    ['full of files', { freeInodes: 0 }],
  ])('chooses kexec if /boot is %s, and GRUB without kexec', (_, changes) => {
    const { room } = sampleFacts();
    const facts = sampleFacts({ room: { ...room, '/boot': { ...room['/boot'], ...changes } } });
    expect(chooseBootWay(facts, 'auto').way).toBe('kexec');
    expect(chooseBootWay({ ...facts, kexec: NO_KEXEC }, 'auto').way).toBe('grub');
  });

  it.each(['', 'GRUB 2.12-1ubuntu7'])('chooses GRUB on UEFI if the loader is "%s"', (loader) => {
    const facts = sampleFacts({ firmware: 'uefi', loader, grubBootSectors: [] });
    expect(chooseBootWay(facts, 'auto').way).toBe('grub');
  });

  it('returns null with the reason if neither way is safe', () => {
    const facts = sampleFacts({ grub: grub({ fs: 'btrfs' }), kexec: NO_KEXEC });
    expect(chooseBootWay(facts, 'auto')).toEqual({
      way: null,
      why: 'GRUB cannot write to btrfs; the kernel has no kexec',
    });
  });

  it('chooses the requested way, or null if it is unsafe', () => {
    expect(chooseBootWay(sampleFacts(), 'kexec').way).toBe('kexec');
    expect(chooseBootWay(sampleFacts({ kexec: NO_KEXEC }), 'kexec').way).toBeNull();
    expect(chooseBootWay(sampleFacts({ grub: null }), 'grub').way).toBeNull();
  });
});
