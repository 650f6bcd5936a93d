import type { Facts, RoomFacts } from './facts.js';

const MIB = 1 << 20;

interface Need {
  bytes: number;
  inodes: number;
}

/** Space for the packed and unpacked toolkit (about 360 files), one chunk, and the stage if kexec starts it. */
export const TOOLS: Need = { bytes: 128 * MIB, inodes: 600 };
/** Space for the stage under /boot, from which GRUB starts it. */
export const STAGE: Need = { bytes: 48 * MIB, inodes: 4 };
/** Space for the folder on which an in-memory file system is mounted. */
export const MOUNT_POINT: Need = { bytes: 64 << 10, inodes: 4 };

/** Returns the first missing property of a folder; `null` if it suffices. */
export function lackOf(
  room: RoomFacts | undefined,
  need: Need,
): 'writing' | 'bytes' | 'inodes' | null {
  if (!room || room.freeKb * 1024 < need.bytes) return room?.readOnly ? 'writing' : 'bytes';
  if (room.readOnly) return 'writing';
  return room.freeInodes < need.inodes ? 'inodes' : null;
}

const runsTools = (room: RoomFacts | undefined): boolean =>
  lackOf(room, TOOLS) === null && !room?.noExec;

/** Whether an install's tools need our own in-memory file system because /var/lib has no room or is noexec. */
export const toolsInMemory = ({ room }: Facts): boolean => !runsTools(room['/var/lib']);

const IN_MEMORY = ['tmpfs', 'ramfs', 'devtmpfs'];

export interface MemoryFolder {
  dir: string;
  /** Set if programs cannot run in `dir`, so that our own file system must be mounted in it. */
  own: boolean;
}

/** Returns an in-memory folder for a check's tools, so that the disk is not touched; `null` without such a folder. */
export function memoryFolder({ room }: Facts): MemoryFolder | null {
  const dirs = ['/dev/shm', '/tmp', '/run', '/dev'].filter((dir) =>
    IN_MEMORY.includes(room[dir]?.fs ?? ''),
  );
  const ready = dirs.find((dir) => room[dir]?.fs !== 'devtmpfs' && runsTools(room[dir]));
  if (ready !== undefined) return { dir: ready, own: false };
  const base = dirs.find((dir) => lackOf(room[dir], { ...MOUNT_POINT, bytes: 0 }) === null);
  return base === undefined ? null : { dir: base, own: true };
}
