import {
  batchRowStatus,
  type Batch,
  type BatchRow,
  type BatchRowStatus,
} from '@casement/proto/http/install/batches/batches.js';

export const makeBatchRow = (overrides: Partial<BatchRow> = {}): BatchRow => ({
  row: 1,
  ip: '203.0.113.24',
  win_ver: 'ws2022',
  win_name: 'Windows Server 2022',
  status: 'ready',
  phase: null,
  percent: null,
  failure: null,
  field: null,
  quota: 'none',
  install_id: null,
  check_id: null,
  install_seconds: 900,
  credentials_until: '2026-11-22T03:00:00.000Z',
  started_at: null,
  finished_at: null,
  ...overrides,
});

/** Derives counts and cost from the rows. */
export const makeBatch = (
  rows: BatchRow[] = [makeBatchRow()],
  overrides: Partial<Batch> = {},
): Batch => {
  const count = (status: BatchRowStatus) => rows.filter((row) => row.status === status).length;
  return {
    id: 'batch-1',
    status: 'ready',
    limit: null,
    size: rows.length,
    counts: Object.fromEntries(
      batchRowStatus.options.map((status) => [status, count(status)]),
    ) as Batch['counts'],
    cost: count('ready'),
    created_at: '2026-11-21T03:00:00.000Z',
    started_at: null,
    finished_at: null,
    rows,
    ...overrides,
  };
};

/** 200 machines in every state, as halfway through a batch. */
export function makeLargeBatch(): Batch {
  const rowOf = (n: number): Partial<BatchRow> => {
    if (n % 23 === 7) {
      const failure = {
        code: 'SSH_AUTH_FAILED',
        message: 'The VPS did not accept the root password.',
        cure: 'Check the root password with your provider.',
      };
      return { status: 'unfit', failure, credentials_until: null };
    }
    if (n % 41 === 5) {
      const failure = {
        code: 'ADDRESS_REFUSED',
        message:
          'The address 10.0.0.5 is private or reserved, so it cannot be a VPS on the internet. Enter the public IPv4 address of your VPS.',
        cure: 'Correct this machine and send it in a new batch.',
      };
      return { ip: `10.0.0.${n}`, status: 'refused', field: 'ip', failure };
    }
    if (n < 110) {
      return {
        status: 'completed',
        quota: 'spent',
        started_at: '2026-11-21T03:10:00.000Z',
        finished_at: '2026-11-21T03:31:00.000Z',
      };
    }
    if (n < 120) {
      const phases = ['connecting', 'rebooting', 'writing', 'verifying'] as const;
      const phase = phases[n % phases.length]!;
      return {
        status: 'installing',
        quota: 'held',
        phase,
        percent: phase === 'writing' ? 45 : null,
        started_at: '2026-11-21T03:30:00.000Z',
      };
    }
    if (n === 121)
      return { status: 'review', quota: 'held', started_at: '2026-11-21T03:10:00.000Z' };
    if (n > 185) {
      const failure = { code: 'BATCH_NO_QUOTA', message: 'No quota was left.', cure: 'Top up.' };
      return { status: 'no_quota', failure };
    }
    return {};
  };
  const rows = Array.from({ length: 200 }, (_, n) =>
    makeBatchRow({ row: n + 1, ip: `203.0.113.${n + 1}`, ...rowOf(n + 1) }),
  );
  return makeBatch(rows, {
    status: 'running',
    limit: 10,
    started_at: '2026-11-21T03:10:00.000Z',
  });
}
