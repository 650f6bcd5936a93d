import { JobLog } from './job-log.js';

const lease = { id: 'job', epoch: 1 };
const noon = new Date('2026-11-25T12:00:00Z');

function setup(
  recordLog: (lease: unknown, lines: string[]) => Promise<void>,
  before: string[] = [],
) {
  return new JobLog({ recordLog }, lease, before);
}

describe(JobLog, () => {
  it('keeps the last hundred lines, starting with earlier attempts', async () => {
    let row: string[] = [];
    const sut = setup(async (_, lines) => void (row = await Promise.resolve(lines)), ['old']);
    sut.add('first', noon);
    await sut.written();
    expect(row).toEqual(['old', '12:00:00 first']);
    for (let i = 0; i < 100; i++) sut.add(`line ${i}`, noon);
    await sut.written();
    expect(row).toHaveLength(100);
    expect([row[0], row.at(-1)]).toEqual(['12:00:00 line 0', '12:00:00 line 99']);
  });

  it('cuts long lines and removes control characters', async () => {
    let row: string[] = [];
    const sut = setup(async (_, lines) => void (row = await Promise.resolve(lines)));
    sut.add(`a\u001b[31m\nb${'x'.repeat(400)}`, noon);
    await sut.written();
    expect(row[0]).toHaveLength(300);
    expect(row[0]).toMatch(/^12:00:00 a \[31m bxx/);
  });

  it('serialises writes and continues after a failed write', async () => {
    const written: number[] = [];
    let isFirst = true;
    const sut = setup(async (_, { length }) => {
      await new Promise((resolve) => setImmediate(resolve));
      written.push(length);
      if (isFirst) {
        isFirst = false;
        throw new Error('no connection');
      }
    });
    for (const text of ['a', 'b', 'c']) sut.add(text, noon);
    await sut.written();
    expect(written).toEqual([1, 2, 3]);
  });
});
