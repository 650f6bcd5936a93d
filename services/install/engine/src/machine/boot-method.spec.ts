import { sampleFacts } from '../testing/sample-facts.js';
import { chooseBootMethod } from './boot-method.js';
import type { Facts, GrubFacts, RoomFacts } from './facts.js';

const grub = (changes: Partial<GrubFacts>): GrubFacts => ({ ...sampleFacts().grub!, ...changes });
const NO_KEXEC = { built: false, disabled: true };

describe(chooseBootMethod.name, () => {
  it('chooses GRUB if GRUB can clear next_entry', () => {
    expect(chooseBootMethod(sampleFacts(), 'auto').way).toBe('grub');
    expect(chooseBootMethod(sampleFacts({ grub: grub({ fs: 'xfs' }) }), 'auto').way).toBe('grub');
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
    ['a disk without GRUB’s boot sector', { grubBootSectors: [] }],
    ['a GRUB that systemd-boot has replaced', { firmware: 'uefi', loader: 'systemd-boot 252' }],
  ])('chooses kexec with %s', (_, facts) => {
    expect(chooseBootMethod(sampleFacts(facts), 'auto').way).toBe('kexec');
  });

  it.each<[string, Partial<RoomFacts>]>([
    ['too small', { freeKb: 20_000 }],
    ['read-only', { readOnly: true }],
    ['out of inodes', { freeInodes: 0 }],
  ])('chooses kexec if /boot is %s, and GRUB without kexec', (_, changes) => {
    const { room } = sampleFacts();
    const facts = sampleFacts({ room: { ...room, '/boot': { ...room['/boot'], ...changes } } });
    expect(chooseBootMethod(facts, 'auto').way).toBe('kexec');
    expect(chooseBootMethod({ ...facts, kexec: NO_KEXEC }, 'auto').way).toBe('grub');
  });

  it.each(['', 'GRUB 2.12-1ubuntu7'])('chooses GRUB on UEFI if the loader is "%s"', (loader) => {
    const facts = sampleFacts({ firmware: 'uefi', loader, grubBootSectors: [] });
    expect(chooseBootMethod(facts, 'auto').way).toBe('grub');
  });

  it('returns null with the reason if neither way is safe', () => {
    const facts = sampleFacts({ grub: grub({ fs: 'btrfs' }), kexec: NO_KEXEC });
    expect(chooseBootMethod(facts, 'auto')).toEqual({
      way: null,
      why: 'GRUB cannot write to btrfs; the kernel has no kexec',
    });
  });

  it('chooses the requested way, or null if it is unsafe', () => {
    expect(chooseBootMethod(sampleFacts(), 'kexec').way).toBe('kexec');
    expect(chooseBootMethod(sampleFacts({ kexec: NO_KEXEC }), 'kexec').way).toBeNull();
    expect(chooseBootMethod(sampleFacts({ grub: null }), 'grub').way).toBeNull();
  });
});
