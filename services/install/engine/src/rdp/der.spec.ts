import {
  element,
  elementSize,
  field,
  integer,
  readElements,
  readFields,
  readInteger,
  readOne,
  sequence,
  TAG,
} from './der.js';
import { RdpProtocolError } from './protocol-error.js';

const hex = (text: string) => Buffer.from(text, 'hex');

describe(elementSize.name, () => {
  it.each([
    ['', null],
    ['30', null],
    ['3000', 2],
    ['307f', 129],
    ['3081', null],
    ['3081c8', 203],
    ['30820102', 262],
    ['3084ffffffff', 0x1_0000_0005],
  ])('returns for %s the size %s', (bytes, size) => {
    expect(elementSize(hex(bytes))).toBe(size);
  });

  it.each(['3080', '30850000000001', '30ff'])('rejects %s', (bytes) => {
    expect(() => elementSize(hex(bytes))).toThrow(RdpProtocolError);
  });
});

describe(readElements.name, () => {
  it('reads back written elements of every length', () => {
    for (const length of [0, 1, 127, 128, 255, 256, 65535, 65536]) {
      const content = Buffer.alloc(length, 5);
      const [first, second] = readElements(Buffer.concat([element(4, content), element(2)]));
      expect(first).toEqual({ tag: 4, content });
      expect(second).toEqual({ tag: 2, content: Buffer.alloc(0) });
    }
  });

  it.each(['04', '0402aa', '04810aaa', '040201020304'])('rejects truncated element %s', (bytes) => {
    expect(() => readElements(hex(bytes))).toThrow(RdpProtocolError);
  });
});

describe(readFields.name, () => {
  it('returns the fields by number', () => {
    const fields = readFields(sequence(field(0, integer(6)), field(4, integer(0xc000006d))));
    expect([...fields.keys()]).toEqual([0, 4]);
    expect(readInteger(fields.get(0)!)).toBe(6);
    expect(readInteger(fields.get(4)!)).toBe(0xc000006d);
  });
});

describe(integer.name, () => {
  it.each([
    [0, '020100'],
    [127, '02017f'],
    [128, '02020080'],
    [3390, '02020d3e'],
    [65535, '020300ffff'],
    [0x7fffffff, '02047fffffff'],
    [0xc000006d, '020500c000006d'],
  ])('encodes %i in the minimum number of bytes', (value, bytes) => {
    expect(integer(value)).toEqual(hex(bytes));
    expect(readInteger(integer(value))).toBe(value);
  });
});

describe(readInteger.name, () => {
  it('reads a status written by Windows as four negative bytes', () => {
    expect(readInteger(hex('0204c000006d')) >>> 0).toBe(0xc000006d);
  });

  it.each(['0200', '0206000000000001', '040101'])('rejects the integer %s', (bytes) => {
    expect(() => readInteger(hex(bytes))).toThrow(RdpProtocolError);
  });
});

describe(readOne.name, () => {
  it.each(['', '04010500', '0401050400', '30030401'])(
    'rejects %j because it is not a single string',
    (bytes) => {
      expect(() => readOne(hex(bytes), TAG.octetString)).toThrow(RdpProtocolError);
    },
  );
});
