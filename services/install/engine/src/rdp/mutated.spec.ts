import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CredSspAcceptor } from '../testing/rdp/credssp-acceptor.js';
import { mutate, numbers } from '../testing/rdp/mutated-bytes.js';
import { CredSspClient, SHAPES } from './credssp.js';
import { readConfirm } from './probe.js';
import { RdpProtocolError } from './protocol-error.js';
import { decodeTsRequest, tsRequestSize } from './ts-request.js';

/** `make soak-rdp` mutates 10,000 transcripts; this test uses a tenth of them by default. */
const COUNT = Number(process.env.SOAK_TRANSCRIPTS ?? 1_000);
const MAX_GROWTH = 16 * 2 ** 20;
const ACCOUNT = { user: 'Administrator', password: 'Sunrise-9!' };
const PUBLIC_KEY = Buffer.alloc(270, 0x30);
const CONFIRM = Buffer.from('030000130ed000001234000209080002000000', 'hex');

const memory = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

describe(`${COUNT} mutated transcripts`, () => {
  /** Reads a message like RdpConnection; null if the message is incomplete. */
  const receive = (client: CredSspClient, bytes: Buffer) => {
    const size = tsRequestSize(bytes);
    return size === null || bytes.length < size ? null : client.receive(bytes.subarray(0, size));
  };

  /** Runs one sign-in with one mutated message. @returns its outcome */
  const run = (seed: number): string => {
    const random = numbers(seed);
    const spoiled = random(8);
    if (spoiled === 0) return readConfirm(mutate(CONFIRM, random))?.kind ?? 'more';
    const version = 2 + random(5);
    const shape = SHAPES[random(SHAPES.length)];
    const client = new CredSspClient(ACCOUNT, 'TERMSRV/192.0.2.1', PUBLIC_KEY, shape);
    const server = new CredSspAcceptor({ ...ACCOUNT, publicKey: PUBLIC_KEY, version });
    const challenge = server.receive(client.first()).send!;
    const first = spoiled < 4 ? mutate(challenge, random) : challenge;
    const step = receive(client, first);
    if (!step || !('send' in step)) return step ? Object.keys(step)[0] : 'more';
    // The server cannot detect the change, or detects it by the MIC, so the exchange ends here.
    if (spoiled < 4) return 'answered';
    let proof = server.receive(step.send).send!;
    if (shape === 'spnego') {
      const continued = receive(client, random(2) === 0 ? mutate(proof, random) : proof);
      if (!continued || !('send' in continued))
        return continued ? Object.keys(continued)[0] : 'more';
      proof = server.receive(continued.send).send!;
    }
    const last = mutate(proof, random);
    const end = receive(client, last);
    if (end && 'accepted' in end) {
      expect(decodeTsRequest(last).pubKeyAuth).toEqual(decodeTsRequest(proof).pubKeyAuth);
    }
    return end ? Object.keys(end)[0] : 'more';
  };

  it('end in a result or a protocol error within the time and memory limits', () => {
    const results = new Map<string, number>();
    const count = (result: string) => results.set(result, (results.get(result) ?? 0) + 1);
    const before = memory();
    let longest = 0;
    let most = 0;
    for (let seed = 0; seed < COUNT; seed += 1) {
      const startedAt = process.cpuUsage().user;
      try {
        count(run(seed));
      } catch (error) {
        if (!(error instanceof RdpProtocolError)) throw new Error(`seed ${seed}`, { cause: error });
        count('protocol error');
      }
      longest = Math.max(longest, process.cpuUsage().user - startedAt);
      if (seed % 100 === 0) most = Math.max(most, memory() - before);
    }
    expect(most).toBeLessThan(MAX_GROWTH);
    expect(longest).toBeLessThan(1_000_000);
    // Checks that the mutations led to every possible outcome at least once.
    for (const result of ['protocol error', 'more', 'answered', 'accepted', 'rdp', 'other']) {
      expect([result, results.get(result) ?? 0]).not.toEqual([result, 0]);
    }
  });
});
