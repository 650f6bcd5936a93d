import { sampleFacts } from '../testing/sample-facts.js';
import type { RoomFacts } from './facts.js';
import { memoryFolder, toolsInMemory } from './room.js';

const tmpfs = (changes: Partial<RoomFacts> = {}): RoomFacts => ({
  fs: 'tmpfs',
  freeKb: 500_000,
  freeInodes: 100_000,
  readOnly: false,
  noExec: false,
  ...changes,
});
const folderOf = (room: Record<string, RoomFacts>) => memoryFolder(sampleFacts({ room }));

describe(memoryFolder.name, () => {
  it('chooses a large executable /dev/shm', () => {
    expect(memoryFolder(sampleFacts())).toEqual({ dir: '/dev/shm', own: false });
  });

  it.each<[string, Partial<RoomFacts>]>([
    ['noexec', { noExec: true }],
    ['small', { freeKb: 65_536 }],
    ['full', { freeKb: 0 }],
    ['out of inodes', { freeInodes: 20 }],
    ['read-only', { readOnly: true }],
    ['not a file system in memory', { fs: 'ext4' }],
  ])('chooses the next folder in memory if /dev/shm is %s', (_, changes) => {
    const room = { '/dev/shm': tmpfs(changes), '/run': tmpfs() };
    expect(folderOf(room)).toEqual({ dir: '/run', own: false });
  });

  it.each<[string, Record<string, RoomFacts>, string]>([
    [
      'all are noexec (sysvinit)',
      { '/dev/shm': tmpfs({ noExec: true }), '/run': tmpfs({ noExec: true }) },
      '/dev/shm',
    ],
    ['/dev/shm is small', { '/dev/shm': tmpfs({ freeKb: 100 }) }, '/dev/shm'],
    [
      'no inode is free in /dev/shm',
      { '/dev/shm': tmpfs({ freeInodes: 0 }), '/run': tmpfs({ noExec: true }) },
      '/run',
    ],
    ['only /dev is in memory', { '/dev': tmpfs({ fs: 'devtmpfs' }) }, '/dev'],
  ])('requests our own file system if %s', (_, room, dir) => {
    expect(folderOf(room)).toEqual({ dir, own: true });
  });

  it('returns null if no folder is in memory', () => {
    expect(
      folderOf({ '/dev/shm': tmpfs({ fs: 'ext4' }), '/run': tmpfs({ fs: 'xfs' }) }),
    ).toBeNull();
  });
});

describe(toolsInMemory.name, () => {
  it('keeps the tools on a disk with enough room', () => {
    expect(toolsInMemory(sampleFacts())).toBe(false);
    expect(toolsInMemory(sampleFacts({ room: {} }))).toBe(true);
  });
});
