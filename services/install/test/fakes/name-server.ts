import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { getServers, setServers } from 'node:dns';

const A_RECORD = 1;
const FLAGS_ANSWER = 0x8180;
const FLAGS_UNKNOWN = 0x8183;
/** Pointer to the name of the question at offset 12. */
const POINTER_TO_NAME = 0xc00c;

/** DNS server that decides the addresses of a name for each query, like a DNS rebinding attack. */
export class NameServer {
  private readonly before = getServers();

  private constructor(
    private readonly socket: Socket,
    readonly address: string,
  ) {}

  /** @param addressesOf returns the IPv4 addresses of a name; empty if it does not exist, null to never respond */
  static async start(addressesOf: (name: string) => string[] | null): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.on('message', (query, { address, port }) => {
      const answer = answerTo(query, addressesOf);
      if (answer) socket.send(answer, port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, `127.0.0.1:${socket.address().port}`);
  }

  /** Handles all DNS lookups of this process until it is closed. */
  use(): this {
    setServers([this.address]);
    return this;
  }

  close(): void {
    setServers(this.before);
    this.socket.close();
  }
}

function answerTo(
  query: Buffer,
  addressesOf: (name: string) => string[] | null,
): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]; length > 0; length = query[at]!) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  const addresses = type === A_RECORD ? addressesOf(labels.join('.')) : [];
  if (addresses === null) return undefined;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(addresses.length > 0 ? FLAGS_ANSWER : FLAGS_UNKNOWN, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.fill(0, 8, 12);
  return Buffer.concat([header, query.subarray(12, at + 5), ...addresses.map(record)]);
}

/** Creates an A record with a TTL of 0. */
function record(address: string): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16BE(POINTER_TO_NAME, 0);
  bytes.writeUInt16BE(A_RECORD, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt16BE(4, 10);
  Buffer.from(address.split('.').map(Number)).copy(bytes, 12);
  return bytes;
}
