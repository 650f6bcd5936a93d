import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import sharp from 'sharp';
import { repositoryRoot } from '@casement/local/paths.js';

/*
 * The part of [MS-RDPBCGR] that a client needs to see a still picture: no compression, no channels, no input. Numbers
 * are little-endian, in MCS (T.125) big-endian.
 */

interface Size {
  width: number;
  height: number;
}

/** MCS channels: the server's user, the desktop and the client's user. */
const [SERVER, DESKTOP, CLIENT] = [1002, 1003, 1007];
const SHARE_ID = [0x03ea, 1] as const;
const TILE = 64;

/** Picture that is shown instead of Windows. */
const drawPicture = ({ width, height }: Size): Promise<Buffer> =>
  sharp(join(repositoryRoot, 'deploy/demo/desktop.png'))
    .resize(width, height, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer();

/**
 * Continues a remote desktop connection after the sign-in.
 *
 * @param draw returns the desktop in the size that the client asks for, as RGB
 */
export function showDesktop(socket: Duplex, draw = drawPicture): void {
  let received: Buffer = Buffer.alloc(0);
  let size: Size = { width: 0, height: 0 };
  let isLicensed = false;
  let isShown = false;
  const send = (pdu: Buffer) => socket.write(pdu);

  const receiveOnDesktop = (data: Buffer) => {
    if (!isLicensed) {
      isLicensed = true;
      send(mcsData(LICENSE));
      send(mcsData(demandActive(size)));
    } else if (typeOfData(data) === FONT_LIST && !isShown) {
      isShown = true;
      for (const pdu of FINALIZATION) send(mcsData(pdu));
      void draw(size).then(
        (picture) => tilesOf(picture, size).forEach(send),
        () => socket.destroy(),
      );
    }
  };

  const receive = (pdu: Buffer) => {
    switch (pdu[0]) {
      case MCS.connectInitial: {
        const client = readConnectInitial(pdu);
        size = client.size;
        return send(connectResponse(client.channels));
      }
      case MCS.attachUser:
        return send(tpkt(Buffer.concat([Buffer.of(0x2e, 0), user(CLIENT)])));
      case MCS.joinChannel:
        return send(tpkt(Buffer.concat([Buffer.of(0x3e, 0), pdu.subarray(1), pdu.subarray(3, 5)])));
      case MCS.sendData:
        if (pdu.readUInt16BE(3) !== DESKTOP) return;
        return receiveOnDesktop(pdu.subarray((pdu[6]! & 0x80) === 0 ? 7 : 8));
    }
  };

  socket.on('data', (chunk: Buffer) => {
    // Only input follows.
    if (isShown) return;
    received = Buffer.concat([received, chunk]);
    while (received.length >= 4 && received.length >= received.readUInt16BE(2)) {
      const length = received.readUInt16BE(2);
      // Behind the headers of TPKT and X.224.
      receive(received.subarray(7, length));
      received = received.subarray(length);
    }
  });
}

const MCS = { connectInitial: 0x7f, attachUser: 0x28, joinChannel: 0x38, sendData: 0x64 };

const le16 = (...values: number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const be16 = (value: number): Buffer => Buffer.of(value >> 8, value & 0xff);
const user = (channel: number): Buffer => be16(channel - 1001);

function tpkt(pdu: Buffer): Buffer {
  const head = Buffer.from('0300000002f080', 'hex');
  head.writeUInt16BE(head.length + pdu.length, 2);
  return Buffer.concat([head, pdu]);
}

/** Data of the desktop's channel to the client. */
const mcsData = (data: Buffer): Buffer =>
  tpkt(
    Buffer.concat([
      Buffer.of(0x68),
      user(SERVER),
      be16(DESKTOP),
      Buffer.of(0x70),
      be16(0x8000 | data.length),
      data,
    ]),
  );

/** Reads the client's blocks: TS_UD_CS_CORE has the size, TS_UD_CS_NET the number of channels. */
function readConnectInitial(pdu: Buffer): { size: Size; channels: number } {
  const key = pdu.indexOf('Duca') + 4;
  let offset = key + ((pdu[key]! & 0x80) === 0 ? 1 : 2);
  const client = { size: { width: 1024, height: 768 }, channels: 0 };
  while (offset + 4 <= pdu.length) {
    const type = pdu.readUInt16LE(offset);
    if (type === 0xc001) {
      client.size = { width: pdu.readUInt16LE(offset + 8), height: pdu.readUInt16LE(offset + 10) };
    }
    if (type === 0xc003) client.channels = pdu.readUInt32LE(offset + 4);
    offset += Math.max(4, pdu.readUInt16LE(offset + 2));
  }
  return client;
}

/** The layout follows the example in [MS-RDPBCGR] 4.1.4. */
function connectResponse(channels: number): Buffer {
  const ids = Array.from({ length: channels + (channels % 2) }, (_, n) =>
    n < channels ? DESKTOP + 1 + n : 0,
  );
  const blocks = Buffer.concat([
    // TS_UD_SC_CORE (version 5), TS_UD_SC_SEC1 (none, because TLS encrypts), TS_UD_SC_NET
    le16(0x0c01, 12, 4, 8, 0x0b, 0),
    le16(0x0c02, 12, 0, 0, 0, 0),
    le16(0x0c03, 8 + 2 * ids.length, DESKTOP, channels, ...ids),
  ]);
  const conference = Buffer.concat([
    Buffer.from('000500147c00012a14760a01010001c0004d63446e', 'hex'),
    be16(0x8000 | blocks.length),
    blocks,
  ]);
  const body = Buffer.concat([
    Buffer.from('0a0100020100301a020122020103020100020101020100020101020300fff8020102', 'hex'),
    Buffer.of(0x04, 0x82),
    be16(conference.length),
    conference,
  ]);
  return tpkt(Buffer.concat([Buffer.from('7f6682', 'hex'), be16(body.length), body]));
}

/** SEC_LICENSE_PKT with STATUS_VALID_CLIENT. */
const LICENSE = Buffer.concat([le16(0x80, 0), Buffer.of(0xff, 3), le16(16, 7, 0, 2, 0, 4, 0)]);

const control = (type: number, ...parts: Buffer[]): Buffer => {
  const length = parts.reduce((sum, part) => sum + part.length, 6);
  return Buffer.concat([le16(length, 0x10 | type, SERVER), ...parts]);
};

function demandActive({ width, height }: Size): Buffer {
  const orders = Buffer.alloc(84);
  // Save area, one order level, NEGOTIATEORDERSUPPORT and ZEROBOUNDSDELTASSUPPORT.
  le16(1, 20, 0, 1, 0, 0x22).copy(orders, 20);
  const input = Buffer.alloc(84);
  // Scan codes, Unicode, extended mouse and fast-path input of a standard keyboard.
  le16(0x3d, 0, 4, 0, 4, 0, 0, 0, 12).copy(input);
  const sets: [number, Buffer][] = [
    // General: fast-path output, no bitmap compression header.
    [1, le16(1, 3, 0x0200, 0, 0, 0x0401, 0, 0, 0, 0)],
    [2, le16(16, 1, 1, 1, width, height, 0, 0, 1, 0, 1, 0)],
    [3, orders],
    [8, le16(1, 25, 25)],
    [13, input],
    // Virtual channels (chunks of 1600 bytes), share.
    [20, le16(0, 0, 1600, 0)],
    [9, le16(SERVER, 0)],
  ];
  const capabilities = Buffer.concat([
    le16(sets.length, 0),
    ...sets.map(([type, body]) => Buffer.concat([le16(type, 4 + body.length), body])),
  ]);
  return control(
    1,
    le16(...SHARE_ID, 4, capabilities.length),
    Buffer.from('RDP\0'),
    capabilities,
    le16(0, 0),
  );
}

const FONT_LIST = 0x27;

/** Type of a share data PDU; undefined for others. */
const typeOfData = (data: Buffer): number | undefined =>
  (data.readUInt16LE(2) & 0xf) === 7 ? data[14] : undefined;

const shareData = (type: number, body: Buffer): Buffer =>
  control(
    7,
    le16(...SHARE_ID),
    Buffer.of(0, 1),
    le16(18 + body.length),
    Buffer.of(type, 0),
    le16(0),
    body,
  );

/** Synchronize, Control (cooperate), Control (granted), Font Map. */
const FINALIZATION = [
  shareData(0x1f, le16(1, CLIENT)),
  shareData(0x14, le16(4, 0, 0, 0)),
  shareData(0x14, le16(2, CLIENT, SERVER, 0)),
  shareData(0x28, le16(0, 0, 3, 4)),
];

/** Fast-path bitmap updates with 16 bits per pixel, rows from bottom to top. */
function tilesOf(rgb: Buffer, { width, height }: Size): Buffer[] {
  const tiles: Buffer[] = [];
  for (let top = 0; top < height; top += TILE) {
    for (let left = 0; left < width; left += TILE) {
      const columns = Math.min(TILE, width - left);
      const rows = Math.min(TILE, height - top);
      const pixels = Buffer.alloc(columns * rows * 2);
      for (let row = 0; row < rows; row += 1) {
        for (let column = 0; column < columns; column += 1) {
          const at = ((top + row) * width + left + column) * 3;
          const value = ((rgb[at]! >> 3) << 11) | ((rgb[at + 1]! >> 2) << 5) | (rgb[at + 2]! >> 3);
          pixels.writeUInt16LE(value, ((rows - 1 - row) * columns + column) * 2);
        }
      }
      const place = [left, top, left + columns - 1, top + rows - 1, columns, rows];
      const update = Buffer.concat([le16(1, 1, ...place, 16, 0, pixels.length), pixels]);
      const head = Buffer.concat([Buffer.of(1), le16(update.length)]);
      const length = 3 + head.length + update.length;
      tiles.push(Buffer.concat([Buffer.of(0), be16(0x8000 | length), head, update]));
    }
  }
  return tiles;
}
