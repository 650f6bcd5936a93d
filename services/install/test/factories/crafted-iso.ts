const SECTOR = 2048;

/** Entry of a directory. Extents may overlap and point anywhere, also to a directory that contains the entry. */
export interface IsoEntry {
  name: string;
  isFolder?: boolean;
  extents: { sector: number; bytes: number }[];
}

/** First sector of the directories' content; the root's is the first. */
export const FIRST_DIRECTORY = 18;

const bothEndian = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(value, 0);
  bytes.writeUInt32BE(value, 4);
  return bytes;
};

/** Directory record of ECMA-119, 9.1. */
function recordOf(name: string, flags: number, { sector, bytes }: IsoEntry['extents'][number]) {
  const record = Buffer.alloc((33 + name.length + 1) & ~1);
  record[0] = record.length;
  bothEndian(sector).copy(record, 2);
  bothEndian(bytes).copy(record, 10);
  record[25] = flags;
  record.writeUInt16LE(1, 28);
  record.writeUInt16BE(1, 30);
  record[32] = name.length;
  record.write(name, 33, 'latin1');
  return record;
}

const FOLDER = 2;
const MORE_EXTENTS = 0x80;

function directory(entries: IsoEntry[], own: number, sectors: number): Buffer {
  const extent = { sector: own, bytes: sectors * SECTOR };
  const content = Buffer.alloc(sectors * SECTOR);
  let at = 0;
  const add = (record: Buffer) => {
    // A record must not cross a sector.
    if ((at % SECTOR) + record.length > SECTOR) at = Math.ceil(at / SECTOR) * SECTOR;
    record.copy(content, at);
    at += record.length;
  };
  for (const name of ['\u0000', '\u0001']) add(recordOf(name, FOLDER, extent));
  for (const { name, isFolder = false, extents } of entries) {
    for (const [n, one] of extents.entries()) {
      const more = n < extents.length - 1 ? MORE_EXTENTS : 0;
      add(recordOf(name, isFolder ? FOLDER : more, one));
    }
  }
  if (at > content.length) throw new RangeError('the directory needs more sectors');
  return content;
}

/**
 * Builds an ISO 9660 image with directory records that no program for making media would write.
 * @param directories entries of each directory, each with its number of sectors; the first is the root
 */
export function craftedIso(
  directories: { sectors: number; entries: IsoEntry[] }[],
  data: Buffer = Buffer.alloc(0),
): Buffer {
  let sector = FIRST_DIRECTORY;
  const contents = directories.map(({ sectors, entries }) => {
    const content = directory(entries, sector, sectors);
    sector += sectors;
    return content;
  });
  const body = Buffer.concat([...contents, data]);
  const end = FIRST_DIRECTORY + Math.ceil(body.length / SECTOR);
  const image = Buffer.alloc(end * SECTOR);
  const primary = image.subarray(16 * SECTOR, 17 * SECTOR);
  primary[0] = 1;
  primary.write('CD001\u0001', 1, 'latin1');
  bothEndian(end).copy(primary, 80);
  primary.writeUInt16LE(1, 120);
  primary.writeUInt16BE(1, 122);
  primary.writeUInt16LE(1, 124);
  primary.writeUInt16BE(1, 126);
  primary.writeUInt16LE(SECTOR, 128);
  primary.writeUInt16BE(SECTOR, 130);
  const root = { sector: FIRST_DIRECTORY, bytes: directories[0].sectors * SECTOR };
  recordOf('\u0000', FOLDER, root).copy(primary, 156);
  primary[881] = 1;
  image.write('\u00ffCD001\u0001', 17 * SECTOR, 'latin1');
  body.copy(image, FIRST_DIRECTORY * SECTOR);
  return image;
}
