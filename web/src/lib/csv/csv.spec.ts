import { csvTime, readCsv, type CsvColumn } from './csv.js';

type Row = Record<'text', string | number | null>;
const columns: CsvColumn<Row>[] = [['text', ({ text }) => text]];
const given = () => ({ signal: new AbortController().signal, onRows: jest.fn() });

async function cellOf(text: string | number | null): Promise<string> {
  const load = () =>
    Promise.resolve({ items: [{ text }], meta: { page: 1, pageSize: 100, total: 1 } });
  const read = await readCsv(load, columns, given());
  return read!.content.slice('\ufefftext\r\n'.length, -2);
}

describe('CSV export', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['+62812', `"'+62812"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['=cmd|\n"x"', `"'=cmd|\n""x"""`],
    ['＝1', `"'＝1"`],
    ['a=1', 'a=1'],
    [-5, '-5'],
    [null, ''],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
  ])('neutralizes formulas and quotes %j as %j', async (text, cell) => {
    expect(await cellOf(text)).toBe(cell);
  });

  it('reads all pages and reports its progress', async () => {
    const requests: string[] = [];
    const load = ({ after, pageSize }: { after: string; pageSize: number }) => {
      requests.push(after);
      const n = Number(after || 0);
      const meta = { page: 1, pageSize, total: 250 };
      const items = Array.from({ length: n === 2 ? 50 : 100 }, () => ({ text: 'x' }));
      return Promise.resolve({ items, meta: n === 2 ? meta : { ...meta, next: String(n + 1) } });
    };
    const state = given();
    const read = await readCsv(load, columns, state);
    expect(requests).toEqual(['', '1', '2']);
    expect(state.onRows.mock.calls).toEqual([[100], [200], [250]]);
    expect(read?.rows).toBe(250);
    expect(read?.content.split('\r\n')).toHaveLength(252);
  });

  it('formats times in Asia/Jakarta, also across midnight', () => {
    expect(csvTime('2026-11-21T07:02:00.000Z')).toBe('2026-11-21T14:02:00.000+07:00');
    expect(csvTime('2026-12-31T17:00:00.000Z')).toBe('2027-01-01T00:00:00.000+07:00');
  });
});
