import type {
  DeadLetter,
  FailedJob,
  OperatedService,
  DependencyTestResult,
  DependencyState,
  ServiceOperations,
} from '@casement/proto/http/operations.js';

const OUTSIDE: Record<OperatedService, string[]> = {
  auth: ['mail'],
  billing: ['binance', 'payment-gateway'],
  install: ['image'],
  telegram: ['telegram-bot'],
  security: [],
};

/** A configured dependency that responds. */
export const makeDependency = (overrides: Partial<DependencyState> = {}): DependencyState => ({
  name: 'payment-gateway',
  configured: true,
  last: makeAnswer(),
  ...overrides,
});

export const makeAnswer = (
  overrides: Partial<DependencyTestResult> = {},
): DependencyTestResult => ({
  ok: true,
  answer: '200 OK',
  asked_at: '2026-11-21T07:02:00.000Z',
  ...overrides,
});

/** A healthy service without dead letters or failed jobs. */
export const makeOperations = (overrides: Partial<ServiceOperations> = {}): ServiceOperations => ({
  service: 'billing',
  version: '1.4.2',
  replica: `${overrides.service ?? 'billing'}-6c9f7b8d54-x2k9q/7`,
  started_at: '2026-11-20T03:00:00.000Z',
  parts: ['database', 'migrations', 'nats', 'edge'].map((name) => ({
    name,
    ok: true,
    problem: null,
  })),
  dead_letters: { total: 0, rows: [] },
  failed_jobs: { total: 0, rows: [] },
  outside: OUTSIDE[overrides.service ?? 'billing'].map((name) => makeDependency({ name })),
  ...overrides,
});

export const makeDeadLetter = (overrides: Partial<DeadLetter> = {}): DeadLetter => ({
  id: '01a1fd9f-5b1c-7000-8000-00000000a001',
  consumer: 'billing:install.install.status-changed.v1',
  subject: 'install.install.status-changed.v1',
  event_id: '01a1fd9f-4a00-7000-8000-00000000e001',
  error: 'QueryFailedError: deadlock detected',
  attempts: 8,
  first_seen: '2026-11-21T07:02:00.000Z',
  last_tried: '2026-11-21T07:02:00.000Z',
  retry_requested: false,
  ...overrides,
});

export const makeFailedJob = (overrides: Partial<FailedJob> = {}): FailedJob => ({
  kind: 'image',
  id: '01a1fd9f-5b1c-7000-8000-00000000b001',
  title: 'import win11.qcow2',
  error: 'There is no partition table on this disk. Import the disk of an installed Windows.',
  attempts: 1,
  since: '2026-11-21T07:02:00.000Z',
  can_retry: true,
  ...overrides,
});
