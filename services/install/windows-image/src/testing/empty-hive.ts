const BIN = 4096;

/** Builds an empty registry hive to be filled by hivexregedit, which cannot create one. */
export function emptyHive(): Buffer {
  const bin = Buffer.alloc(BIN);
  bin.write('hbin', 0, 'latin1');
  bin.writeUInt32LE(BIN, 8);
  const [root, security, free] = [32, 32 + 88, 32 + 88 + 48];
  writeRoot(bin.subarray(root), security);
  writeSecurity(bin.subarray(security), security);
  bin.writeInt32LE(BIN - free, free);
  return Buffer.concat([baseBlock(root), bin]);
}

function baseBlock(root: number): Buffer {
  const base = Buffer.alloc(4096);
  base.write('regf', 0, 'latin1');
  base.writeUInt32LE(1, 4);
  base.writeUInt32LE(1, 8);
  base.writeUInt32LE(1, 20);
  base.writeUInt32LE(3, 24);
  base.writeUInt32LE(1, 32);
  base.writeUInt32LE(root, 36);
  base.writeUInt32LE(BIN, 40);
  base.writeUInt32LE(1, 44);
  let sum = 0;
  for (let at = 0; at < 508; at += 4) sum ^= base.readUInt32LE(at);
  base.writeUInt32LE(sum >>> 0, 508);
  return base;
}

function writeRoot(cell: Buffer, security: number): void {
  cell.writeInt32LE(-88, 0);
  const node = cell.subarray(4);
  node.write('nk', 0, 'latin1');
  // Root key with its name in Latin-1.
  node.writeUInt16LE(0x2c, 2);
  for (const at of [16, 28, 32, 40, 48]) node.writeUInt32LE(0xffffffff, at);
  node.writeUInt32LE(security, 44);
  node.writeUInt16LE(4, 72);
  node.write('root', 76, 'latin1');
}

/** Writes a descriptor without owner and access list, which the tests do not read. */
function writeSecurity(cell: Buffer, offset: number): void {
  cell.writeInt32LE(-48, 0);
  const node = cell.subarray(4);
  node.write('sk', 0, 'latin1');
  node.writeUInt32LE(offset, 4);
  node.writeUInt32LE(offset, 8);
  node.writeUInt32LE(1, 12);
  node.writeUInt32LE(20, 16);
  node[20] = 1;
  node.writeUInt16LE(0x8000, 22);
}
