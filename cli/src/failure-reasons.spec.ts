import { batchRow } from '../test/support/setup.js';
import type { BatchRow } from './batches.js';
import { listFailureReasons } from './failure-reasons.js';

const failure = (message: string) => ({ code: 'C', message, cure: 'Do this.' });
const rows = (...given: ReturnType<typeof batchRow>[]) => given as unknown as BatchRow[];

describe(listFailureReasons.name, () => {
  it('prints each reason once, followed by its machines', () => {
    const text = listFailureReasons(
      rows(
        batchRow(7, { status: 'unfit', failure: failure('It was refused.') }),
        batchRow(8, { status: 'cancelled' }),
        batchRow(9, { status: 'unfit', failure: failure('It was refused.') }),
      ),
      80,
    );
    expect(text.split('\n')).toEqual([
      '2 unfit: It was refused. Do this.',
      '  7 203.0.113.7, 9 203.0.113.9',
      '',
      '1 cancelled',
      '  8 203.0.113.8',
    ]);
  });

  it('adds machine-specific details to each reason', () => {
    const text = listFailureReasons(
      rows(
        batchRow(7, { status: 'refused', field: 'ip', failure: failure('Twice (row 1)') }),
        batchRow(8, { status: 'refused', field: 'ip', failure: failure('Twice (row 2)') }),
      ),
      80,
    );
    expect(text.split('\n')).toEqual([
      '2 refused: Do this.',
      '  7 203.0.113.7: ip: Twice (row 1).',
      '  8 203.0.113.8: ip: Twice (row 2).',
    ]);
  });

  it('wraps at words and keeps each line within the terminal', () => {
    const many = Array.from({ length: 40 }, (_, n) => batchRow(n + 1, { status: 'no_quota' }));
    const lines = listFailureReasons(rows(...many), 60).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60);
    expect(lines.length).toBeGreaterThan(10);
  });
});
