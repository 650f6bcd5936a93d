import { mutate, numbers } from '@casement/install-engine/testing/rdp/mutated-bytes.js';
import { rdCleanPathRequest } from './testing/relay-browser.js';
import { RdpProtocolError } from '@casement/install-engine/rdp/protocol-error.js';
import { readRequest } from './rdcleanpath.js';
import { requestedNla } from './x224.js';

const COUNT = 1_000;
const TICKET = 'tGy-0_'.repeat(8).slice(0, 43);

describe(`${COUNT} mutated first messages`, () => {
  it('are parsed or rejected as protocol errors within the CPU limit', () => {
    const results = new Map<string, number>();
    const count = (result: string) => results.set(result, (results.get(result) ?? 0) + 1);
    const startedAt = process.cpuUsage().user;
    for (let seed = 0; seed < COUNT; seed += 1) {
      const bytes = mutate(rdCleanPathRequest(TICKET), numbers(seed));
      try {
        const { proxyAuth, x224 } = readRequest(bytes);
        count(proxyAuth === TICKET ? 'same ticket' : 'another ticket');
        // Whatever the input is, the parser returns only combinations of NLA variants.
        expect([2, 8, 10]).toContain(requestedNla(x224));
        count('asks for NLA');
      } catch (error) {
        if (!(error instanceof RdpProtocolError)) throw new Error(`seed ${seed}`, { cause: error });
        count('refused');
      }
    }
    expect(process.cpuUsage().user - startedAt).toBeLessThan(10_000_000);
    // Every possible outcome occurred at least once.
    expect([...results.keys()].sort()).toEqual([
      'another ticket',
      'asks for NLA',
      'refused',
      'same ticket',
    ]);
  });
});
