import type { BatchRow } from '@casement/proto/http/install/batches/batches.js';
import { batchResults } from './batch-results.js';

const aRow = (over: Partial<BatchRow> = {}): BatchRow => ({
  row: 1,
  ip: '8.8.9.1',
  win_ver: 'ws2022',
  win_name: 'Windows Server 2022',
  status: 'completed',
  phase: null,
  percent: null,
  failure: null,
  field: null,
  quota: 'spent',
  install_id: 'i-1',
  check_id: null,
  install_seconds: 600,
  credentials_until: null,
  started_at: '2026-11-25T10:00:00.000Z',
  finished_at: '2026-11-25T10:20:00.000Z',
  ...over,
});
const lines = (rows: BatchRow[]) => batchResults({ rows }).split('\r\n');

describe(batchResults.name, () => {
  it('writes a header and one line per machine', () => {
    expect(lines([aRow()])).toEqual([
      'row,ip,win_ver,status,code,reason,what_to_do,quota,started_at,finished_at,install_id,ssh_port',
      '1,8.8.9.1,ws2022,completed,,,,spent,2026-11-25T10:00:00.000Z,2026-11-25T10:20:00.000Z,i-1,',
      '',
    ]);
  });

  it('quotes sentences that contain commas or quotes', () => {
    const failure = { code: 'X', message: 'No, "never"', cure: 'Wait' };
    expect(lines([aRow({ failure })])[1]).toContain(',X,"No, ""never""",Wait,');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1'])(
    'prefixes the formula %s with an apostrophe',
    (ip) => {
      expect(lines([aRow({ ip })])[1]).toMatch(new RegExp(`^1,'`));
    },
  );
});
