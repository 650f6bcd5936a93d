import {
  makeAnswer,
  makeDeadLetter,
  makeFailedJob,
  makeOperations,
  makeDependency,
} from '@casement/web/testing/factories/operations-factories.js';
import { administrator } from './admin.js';
import { Refusal, type Answers } from './mock-api.js';

const letter = makeDeadLetter();

/**
 * API responses for an administrator of a product in trouble: dead letters, failed jobs, a missing component and an
 * unresponsive service.
 */
export function unhealthyServices(): Answers {
  const billing = makeOperations({
    service: 'billing',
    dead_letters: {
      total: 1_236,
      rows: [
        letter,
        makeDeadLetter({
          id: '01a1fd9f-5b1c-7000-8000-00000000a002',
          error: `QueryFailedError: ${'a rather long sentence about what went wrong '.repeat(6)}`,
          retry_requested: true,
        }),
      ],
    },
    outside: [
      makeDependency({ name: 'binance', configured: false, last: null }),
      makeDependency({ last: null }),
    ],
  });
  return {
    ...administrator(),
    'GET /admin/operations/auth': () =>
      makeOperations({
        service: 'auth',
        outside: [
          makeDependency({
            name: 'mail',
            last: makeAnswer({
              ok: false,
              answer: 'Invalid login: 535 5.7.8 Authentication credentials invalid',
            }),
          }),
        ],
      }),
    'GET /admin/operations/billing': () => billing,
    [`POST /admin/operations/billing/dead-letters/${letter.id}/retry`]: () => null,
    [`DELETE /admin/operations/billing/dead-letters/${letter.id}`]: () => {
      billing.dead_letters?.rows.shift();
      return null;
    },
    'POST /admin/operations/billing/tests/payment-gateway': () => {
      const last = makeAnswer({ ok: false, answer: 'tripay.co.id: 401, Invalid API Key' });
      billing.outside = [
        makeDependency({ name: 'binance', configured: false, last: null }),
        makeDependency({ last }),
      ];
      return last;
    },
    'GET /admin/operations/install': () =>
      makeOperations({
        service: 'install',
        failed_jobs: { total: 1, rows: [makeFailedJob()] },
        parts: [
          { name: 'database', ok: true, problem: null },
          { name: 'migrations', ok: true, problem: null },
          { name: 'nats', ok: false, problem: 'not connected' },
          { name: 'edge', ok: true, problem: null },
        ],
      }),
    'GET /admin/operations/telegram': () => new Refusal(503, 'Please try again in a moment.'),
    'GET /admin/operations/security': () => makeOperations({ service: 'security' }),
  };
}

/** API responses for an administrator while all services respond and no work is pending. */
export const healthyServices = (): Answers => ({
  ...administrator(),
  'GET /admin/2fa/status': () => ({ enabled: true }),
  'GET /admin/operations/auth': () => makeOperations({ service: 'auth' }),
  'GET /admin/operations/billing': () => makeOperations({ service: 'billing' }),
  'GET /admin/operations/install': () => makeOperations({ service: 'install' }),
  'GET /admin/operations/telegram': () => makeOperations({ service: 'telegram' }),
  'GET /admin/operations/security': () => makeOperations({ service: 'security' }),
});
