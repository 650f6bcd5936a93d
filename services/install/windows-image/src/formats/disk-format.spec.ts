import { compressionOf, diskFormatOf, HEAD_BYTES } from './disk-format.js';
import { ImageRefused } from '../image-failures.js';

const head = (write: (buffer: Buffer) => void = () => undefined) => {
  const buffer = Buffer.alloc(HEAD_BYTES);
  write(buffer);
  return buffer;
};
const text = (value: string, at = 0) => head((buffer) => buffer.write(value, at, 'latin1'));
const qcow2 = (write: (buffer: Buffer) => void = () => undefined) =>
  head((buffer) => {
    buffer.write('514649fb', 0, 'hex');
    buffer.writeUInt32BE(3, 4);
    write(buffer);
  });
const vhd = (kind: number) =>
  head((buffer) => {
    buffer.write('conectix', 0, 'latin1');
    buffer.writeUInt32BE(kind, 60);
  });
const codeOf = (bytes: Buffer) => {
  try {
    return diskFormatOf(bytes);
  } catch (error) {
    return (error as ImageRefused).code;
  }
};

describe(compressionOf, () => {
  it.each([
    ['gzip', '1f8b0800'],
    ['xz', 'fd377a585a00'],
    ['zstd', '28b52ffd'],
  ])('detects %s by its first bytes', (kind, hex) =>
    expect(compressionOf(Buffer.from(`${hex}0000`, 'hex'))).toBe(kind),
  );

  it('detects no compression in a raw disk or an empty file', () => {
    expect(compressionOf(head())).toBeNull();
    expect(compressionOf(Buffer.alloc(0))).toBeNull();
  });
});

describe(diskFormatOf, () => {
  it('detects the supported formats', () => {
    expect(diskFormatOf(head())).toBe('raw');
    expect(diskFormatOf(qcow2())).toBe('qcow2');
    expect(diskFormatOf(vhd(3))).toBe('vhd');
  });

  it.each<[string, Buffer, string]>([
    ['a backing file, which could be any file of the server', qcow2((b) => b.writeBigUInt64BE(1n, 8)), 'QCOW2_BACKING'],
    ['encryption', qcow2((b) => b.writeUInt32BE(2, 32)), 'QCOW2_ENCRYPTED'],
    ['an external data file', qcow2((b) => b.writeBigUInt64BE(4n, 72)), 'QCOW2_UNKNOWN'],
    ['an unknown version', qcow2((b) => b.writeUInt32BE(4, 4)), 'QCOW2_UNKNOWN'],
  ])('rejects a QCOW2 with %s', (_, bytes, code) => expect(codeOf(bytes)).toBe(code)); // prettier-ignore

  it('accepts a QCOW2 that has zstd-compressed clusters or was not closed', () => {
    expect(codeOf(qcow2((b) => b.writeBigUInt64BE(9n, 72)))).toBe('qcow2');
  });

  it('rejects a differencing VHD', () => expect(codeOf(vhd(4))).toBe('VHD_DIFFERENCING'));

  it.each<[string, Buffer]>([
    ['VMDK', text('KDMV')],
    ['VHDX', text('vhdxfile')],
    ['ISO', text('CD001', 0x8001)],
    ['WIM', text('MSWIM')],
    ['ZIP', text('PK\x03\x04')],
    ['web page', text('<!DOCTYPE html>')],
    ['compressed twice', head((b) => b.write('1f8b', 0, 'hex'))],
  ])('reports that the file is a %s instead of a disk image', (name, bytes) => {
    expect(codeOf(bytes)).toBe('FORMAT_UNSUPPORTED');
    expect(() => diskFormatOf(bytes)).toThrow(name);
  });

  it('handles a file of a few bytes', () => {
    for (let length = 0; length < 8; length++) {
      expect(codeOf(Buffer.from('514649fb00000003', 'hex').subarray(0, length))).toEqual(
        expect.any(String),
      );
    }
  });
});
