import type { StepContext } from '../context.js';
import { newConvertState } from '../state.js';
import { restore } from './restore.js';

/** Returns a context whose VPS has received files and whose clean-up prints the given text. */
function setup(printed: string): StepContext {
  const linux = { change: () => Promise.resolve(printed), close: () => undefined };
  return {
    job: { installId: 'install-1', host: '192.0.2.1', ssh: { port: 22, user: 'root' } },
    state: { ...newConvertState(new Date()), sentBefore: true, failure: { code: 'STAGE_SILENT' } },
    ports: { addresses: { check: () => ({ ok: true }) }, settings: {} },
    worker: {
      epoch: 1,
      signal: new AbortController().signal,
      connection: { open: () => Promise.resolve(linux), close: () => undefined },
    },
  } as unknown as StepContext;
}

describe('restore', () => {
  const leftOf = async (printed: string) => {
    const { learned } = await restore(setup(printed));
    return learned?.restored;
  };

  it('reports the files left on the VPS', async () => {
    expect(await leftOf('LEFT=/boot/casement\nCLEAN=1\n')).toEqual({
      linux: true,
      clean: false,
      left: ['/boot/casement'],
    });
    expect(await leftOf('CLEAN=1\n')).toEqual({ linux: true, clean: true, left: [] });
  });

  it('limits the number and length of the reported paths', async () => {
    const { left } = (await leftOf(`LEFT=/${'x'.repeat(1000)}\n`.repeat(10_000)))!;
    expect(left).toHaveLength(20);
    expect(left.every((path) => path.length === 200)).toBe(true);
  });
});
