export interface ArchiveFile {
  /** Path without a leading slash. */
  path: string;
  content: Buffer;
  /** Permission bits. */
  mode: number;
}

const REGULAR_FILE = 0o100000;
const DIRECTORY = 0o040000;

/**
 * Builds a cpio archive in the "newc" format that the kernel unpacks as its initial file system. Parent folders are
 * added. Paths must not go through `bin`, `sbin`, `lib` or `lib64`, which are symbolic links there.
 */
export function cpioArchive(files: readonly ArchiveFile[]): Buffer {
  const folders = new Set<string>();
  for (const { path } of files) {
    const segments = path.split('/');
    for (let depth = 1; depth < segments.length; depth++)
      folders.add(segments.slice(0, depth).join('/'));
  }
  let inode = 1;
  const entries = [
    ...[...folders].sort().map((path) => entry(inode++, path, DIRECTORY | 0o755, Buffer.alloc(0))),
    ...files.map(({ path, content, mode }) => entry(inode++, path, REGULAR_FILE | mode, content)),
    entry(0, 'TRAILER!!!', 0, Buffer.alloc(0)),
  ];
  return Buffer.concat(entries);
}

function entry(inode: number, path: string, mode: number, content: Buffer): Buffer {
  const name = Buffer.from(`${path}\0`);
  // inode mode uid gid nlink mtime size devmajor devminor rdevmajor rdevminor namesize check
  const fields = [inode, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length, 0];
  const header = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`;
  return Buffer.concat([pad(Buffer.concat([Buffer.from(header), name])), pad(content)]);
}

/** Pads to a multiple of four bytes. */
const pad = (part: Buffer): Buffer =>
  Buffer.concat([part, Buffer.alloc((4 - (part.length % 4)) % 4)]);
