import { duplexPair, type Duplex } from 'node:stream';
import { showDesktop } from './desktop.js';

const WIDTH = 100;
const HEIGHT = 68;
const be16 = (value: number) => Buffer.of(value >> 8, value & 0xff);
const tpkt = (pdu: Buffer) =>
  Buffer.concat([Buffer.of(3, 0), be16(7 + pdu.length), Buffer.of(2, 0xf0, 0x80), pdu]);
/** Send Data Request of user 1007, with a short or a long length. */
const data = (channel: number, body: Buffer, isLong = true) => {
  const length = isLong ? be16(0x8000 | body.length) : Buffer.of(body.length);
  return tpkt(Buffer.concat([Buffer.of(0x64, 0, 6), be16(channel), Buffer.of(0x70), length, body]));
};

function connectInitial(): Buffer {
  const core = Buffer.alloc(12);
  core.writeUInt16LE(0xc001, 0);
  core.writeUInt16LE(core.length, 2);
  core.writeUInt16LE(WIDTH, 8);
  core.writeUInt16LE(HEIGHT, 10);
  const net = Buffer.from('03c0080003000000', 'hex');
  return tpkt(
    Buffer.concat([
      Buffer.of(0x7f, 0x65),
      Buffer.from('Duca'),
      Buffer.of(core.length + net.length),
      core,
      net,
    ]),
  );
}

const fontList = Buffer.alloc(26);
fontList.writeUInt16LE(0x17, 2);
fontList.writeUInt8(0x27, 14);

/** Each pixel has its own colour, also with 5 and 6 bits. */
const picture = Buffer.alloc(WIDTH * HEIGHT * 3);
for (let y = 0; y < HEIGHT; y += 1) {
  for (let x = 0; x < WIDTH; x += 1) {
    picture.set([(x % 32) << 3, (y % 64) << 2, (x >> 5) << 3], (y * WIDTH + x) * 3);
  }
}

/** Splits received bytes into TPKT and fast-path units. */
function unitsOf(bytes: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let rest = bytes;
  while (rest.length >= 4) {
    const length = rest[0] === 3 ? rest.readUInt16BE(2) : rest.readUInt16BE(1) & 0x7fff;
    units.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return units;
}

async function connect(size: () => void): Promise<{ client: Duplex; units: () => Buffer[] }> {
  const [client, server] = duplexPair();
  let received = Buffer.alloc(0);
  client.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])));
  showDesktop(server, (asked) => {
    expect(asked).toEqual({ width: WIDTH, height: HEIGHT });
    size();
    return Promise.resolve(picture);
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const opening = [
    connectInitial(),
    ...[Buffer.from('0401000100', 'hex'), Buffer.of(0x28)].map(tpkt),
    tpkt(Buffer.concat([Buffer.of(0x38, 0, 6), be16(1003)])),
    data(1003, Buffer.alloc(200)),
    data(1004, fontList),
    data(1003, fontList, false),
  ];
  // Split at any byte, as TLS records are.
  const bytes = Buffer.concat(opening);
  for (let n = 0; n < bytes.length; n += 37) client.write(bytes.subarray(n, n + 37));
  for (let n = 0; n < 100; n += 1) await settle();
  return { client, units: () => unitsOf(received) };
}

describe('desktop of the demo', () => {
  it('opens the connection in the order that clients expect', async () => {
    const { units } = await connect(() => undefined);
    const slow = units().filter(([first]) => first === 3);
    expect(slow.map((unit) => unit[7])).toEqual([
      ...[0x7f, 0x2e, 0x3e],
      ...[0x68, 0x68, 0x68, 0x68, 0x68, 0x68],
    ]);
    expect(slow[0].indexOf(Buffer.from('eb030300ec03ed03ee030000', 'hex'))).toBeGreaterThan(0);
    expect(slow[2].subarray(7).toString('hex')).toBe('3e00000603eb03eb');
  });

  it('draws the picture in the size that the client asks for', async () => {
    const { units } = await connect(() => undefined);
    const screen = Buffer.alloc(picture.length);
    for (const unit of units().filter(([first]) => first === 0)) {
      const rectangle = unit.subarray(10);
      const [left, top, right, bottom, width, height] = Array.from({ length: 6 }, (_, n) =>
        rectangle.readUInt16LE(n * 2),
      );
      expect([right - left + 1, bottom - top + 1]).toEqual([width, height]);
      for (let n = 0; n < width * height; n += 1) {
        const value = rectangle.readUInt16LE(18 + n * 2);
        const y = top + height - 1 - Math.floor(n / width);
        const x = left + (n % width);
        const rgb = [(value >> 11) << 3, ((value >> 5) & 63) << 2, (value & 31) << 3];
        screen.set(rgb, (y * WIDTH + x) * 3);
      }
    }
    expect(screen.equals(picture)).toBe(true);
  });

  it('ignores input and draws once', async () => {
    let drawn = 0;
    const { client, units } = await connect(() => (drawn += 1));
    const before = units().length;
    client.write(data(1003, fontList));
    client.write(Buffer.of(4, 3, 255));
    await new Promise((resolve) => setImmediate(resolve));
    expect(units()).toHaveLength(before);
    expect(drawn).toBe(1);
  });
});
