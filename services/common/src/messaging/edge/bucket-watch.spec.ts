import type { KV, KvEntry } from '@nats-io/kv';
import { waitFor } from '../../testing/wait-for.js';
import { BucketWatch } from './bucket-watch.js';

const entry = (key: string): KvEntry =>
  ({ key, operation: 'PUT', isUpdate: true, string: () => 'value' }) as unknown as KvEntry;

/** Returns a watch that delivers these entries and then stays silent until it is stopped. */
function watchOf(entries: KvEntry[]) {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  return {
    stop,
    async *[Symbol.asyncIterator]() {
      yield* entries;
      await stopped;
    },
  };
}

describe(BucketWatch.name, () => {
  it('requests another snapshot if none arrives', async () => {
    const watches = [[], [entry('203.0.113.5')]].map(watchOf);
    const bucket = {
      watch: () => Promise.resolve(watches.shift()),
      status: () => Promise.resolve({ values: 1 }),
    };
    const known = new Set<string>();
    const sut = new BucketWatch(
      () => Promise.resolve(bucket as unknown as KV),
      {
        replace: (entries) => entries.forEach((_, key) => known.add(key)),
        put: (key) => void known.add(key),
        remove: (key) => void known.delete(key),
      },
      150,
    );
    sut.start();
    await waitFor(() => sut.ready);
    sut.stop();
    expect([...known]).toEqual(['203.0.113.5']);
  });
});
