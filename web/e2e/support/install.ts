import {
  makeCheck,
  makeInstall,
  makeLive,
  makeProgress,
  makeWriting,
} from '@casement/web/testing/factories/factories.js';
import { List, Raw, Refusal, type Answers } from './mock-api.js';
import { customer } from './customer.js';

export const preparing = makeInstall({
  ip: '192.0.2.50',
  status: 'preparing',
  quota: 'held',
  progress: makeProgress({ phase: 'rebooting' }),
});

const writing = makeWriting({ ip: '203.0.113.24' });

export const failed = makeInstall({
  ip: '192.0.2.77',
  status: 'failed',
  quota: 'returned',
  progress: makeProgress({ phase: 'checking' }),
  failure: {
    code: 'MEMORY_TOO_SMALL',
    message: 'The VPS has 512 MiB of memory; 1 GiB is required.',
    cure: 'Choose a larger VPS plan or another Windows version.',
  },
});

const LOG = `Install  ${failed.id}
Address  192.0.2.77
Status   failed
Failure  MEMORY_TOO_SMALL

Steps (UTC)
2026-11-21 07:02:00  connect         1.2 s  done
2026-11-21 07:02:01  inspect         2.9 s  MEMORY_TOO_SMALL

What was found on the VPS
ok       root: uid 0
refused  memory: 512 MiB. The VPS has 512 MiB of memory; 1 GiB is required.
`;

const refusedCheck = makeCheck({
  status: 'refused',
  findings: [
    ...makeCheck().findings.filter(({ name }) => name !== 'memory'),
    {
      name: 'memory',
      result: 'refused',
      found: '512 MiB',
      code: 'MEMORY_TOO_SMALL',
      message: 'The VPS has 512 MiB of memory; 1 GiB is required.',
      cure: 'Choose a larger VPS plan or another Windows version.',
    },
  ],
});

/** A VPS that is ready and has a second disk, which is kept. */
export const twoDisks = makeCheck({
  disks: [
    { name: 'vda', size: 80 * 2 ** 30, erased: true },
    { name: 'vdb', size: 200 * 2 ** 30, erased: false },
  ],
});

/**
 * API responses for a customer with a running and a failed install, whose VPS first has too little memory and then
 * passes the check.
 */
export function installer(): Answers {
  let cancelled = false;
  let checks = 0;
  const returning = {
    ...preparing,
    failure: {
      code: 'CANCELLED',
      message: 'The install was cancelled before the disk was changed.',
      cure: 'You can start a new install at any time.',
    },
  };
  return {
    ...customer(),
    'GET /user/install-history': () =>
      new List([writing, cancelled ? returning : preparing, failed]),
    [`GET /user/install/${failed.id}/log`]: () => new Raw('text/plain; charset=utf-8', LOG),
    [`GET /user/install/${writing.id}/events`]: () => new Raw('text/event-stream', liveText(71.4)),
    'POST /user/install/check': () => {
      checks += 1;
      return makeCheck({
        id: `check-${checks}`,
        status: 'pending',
        finished_at: null,
        findings: [],
      });
    },
    'GET /user/install/check/check-1': () => ({ ...refusedCheck, id: 'check-1' }),
    'GET /user/install/check/check-2': () => makeCheck({ id: 'check-2' }),
    [`POST /user/install/${preparing.id}/cancel`]: () => {
      cancelled = true;
      return returning;
    },
    [`POST /user/install/${writing.id}/cancel`]: () =>
      new Refusal(409, 'Windows is being written to the disk already.', 'CANCEL_TOO_LATE'),
  };
}

/** Returns the event stream of a running install that has written this percentage. */
const liveText = (percent: number): string =>
  `id: s1\nevent: step\ndata: ${JSON.stringify({ name: 'write' })}\n\nevent: install\ndata: ${JSON.stringify(
    makeLive(writing, {
      progress: { ...writing.progress, percent },
      updated_at: new Date(Date.now() + 60_000).toISOString(),
      log: ['chunk 912 written', 'chunk 913 written'],
    }),
  )}\n\n`;
