/** Tables of `make bench-retention`, with the product's own statements. */
import type { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { install } from '@casement/install/install.service-definition.js';
import { InstallStepsRepository } from '@casement/install/install-steps/install-steps.repository.js';
import { InstallStepsService } from '@casement/install/install-steps/install-steps.service.js';
import { AuditRepository } from '@casement/security/audit/audit.repository.js';
import { SignalsRepository } from '@casement/security/evaluation/signals.repository.js';
import { security } from '@casement/security/security.service-definition.js';

/** Number of steps of a successful install. */
const STEPS = 16;
const IP = `(100 + n % 100) || '.' || n / 100 % 250 || '.' || n / 25000 % 250 || '.' || n % 250`;
/** Spreads $1 rows over $2 days from $3 on. */
const AT = `$3::timestamptz + make_interval(secs => 86400 * $2::float8 * n / $1)`;
const ID = `(lpad(to_hex((extract(epoch FROM ${AT}) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
            || '8' || substr(md5(n::text), 4, 15))::uuid`;
const FROM = 'FROM generate_series(1, $1::int) AS n';
const INSTALL = `md5('install-' || n / ${STEPS})::uuid`;

const addressOf = (n: number) =>
  [100 + (n % 100), Math.floor(n / 100) % 250, Math.floor(n / 25_000) % 250, n % 250].join('.');
const at = (share: number, rows: number) => 1 + Math.floor(share * (rows - 1));

/** Random position in a table, from which a call derives its keys. */
interface Keys {
  share: number;
  rows: number;
}

export interface Table {
  name: string;
  service: typeof install | typeof security;
  retentionDays: number;
  /** INSERT statement for $1 rows over $2 days from $3 on. */
  fill: string;
  works: Record<'page' | 'write', (db: Database, keys: Keys) => Promise<unknown>>;
}

export const TABLES: Table[] = [
  {
    name: 'install_step',
    service: install,
    retentionDays: 730,
    fill: `INSERT INTO install_step (id, install_id, name, phase, entered_at, worker, started_at, finished_at, outcome)
           SELECT ${ID}, ${INSTALL}, 'step-' || n % ${STEPS}, 'writing', ${AT}, 'worker:1', ${AT}, ${AT}, 'done' ${FROM}`,
    works: {
      // Query of the administrator's page that shows the steps of 20 installs.
      page: async (db, { share, rows }) => {
        const ids = await installsFrom(db, Math.floor(at(share, rows) / STEPS));
        await new InstallStepsRepository(db).ofInstalls(ids);
      },
      write: async (db) => {
        const entered: Parameters<InstallStepsService['begin']>[1] = {
          step: 'connect',
          phase: 'connecting',
          stepSince: new Date().toISOString(),
        };
        await db.transaction(async (tx) => {
          await tx.query('SET LOCAL session_replication_role = replica');
          const repository = new InstallStepsRepository({ manager: tx } as Database);
          await new InstallStepsService(repository).begin(newId(), entered, 'worker:1');
        });
      },
    },
  },
  {
    name: 'signal',
    service: security,
    retentionDays: 90,
    fill: `INSERT INTO signal (id, kind, ip, source, user_id, service, detail, occurred_at)
           SELECT ${ID}, (ARRAY['login_failed','captcha_failed','unknown_path'])[1 + n % 3], ${IP}, ${IP}, NULL, 'auth',
                  'name-' || n % 1000, ${AT} ${FROM}`,
    works: {
      // Query by which a rule counts the signals of one address within an hour, as each time a signal arrives.
      page: (db, { share, rows }) =>
        new SignalsRepository(db).count(db.manager, [
          {
            scope: { per: 'address', source: addressOf(at(share, rows)) },
            kinds: ['login_failed'],
            counts: 'signals',
            since: new Date(Date.now() - 3_600_000),
          },
        ]),
      write: (db, { share, rows }) =>
        db.transaction((tx) =>
          new SignalsRepository(db).add(tx, [
            {
              id: newId(),
              kind: 'login_failed',
              ip: addressOf(at(share, rows)),
              userId: null,
              service: 'auth',
              detail: 'name',
              occurredAt: new Date(),
              count: 1,
            },
          ]),
        ),
    },
  },
  {
    name: 'audit_entry',
    service: security,
    // Unlimited unless an operator sets a limit.
    retentionDays: 730,
    fill: `INSERT INTO audit_entry (id, actor_id, action, target, before, after, ip, service, occurred_at)
           SELECT ${ID}, md5((n % 20)::text)::uuid,
                  (ARRAY['ip.blocked','ip.unblocked','quota.adjusted','rule.updated'])[1 + n % 4], 'ip:' || ${IP}, '',
                  '{"reason":"bench"}', '127.0.0.1', 'security', ${AT} ${FROM}`,
    works: {
      page: (db, { share }) =>
        new AuditRepository(db).page({
          action: '',
          target: '',
          actor: '',
          page: 1 + Math.floor(share * 60),
          pageSize: 15,
        }),
      write: (db) =>
        new AuditRepository(db).add({
          id: newId(),
          actorId: newId(),
          actorRole: 'customer',
          apiKeyId: null,
          action: 'quota.adjusted',
          target: `user:${newId()}`,
          before: '',
          after: '',
          ip: '127.0.0.1',
          service: 'billing',
          occurredAt: new Date(),
        }),
    },
  },
];

/** Returns ids of installs, computed by the database in the same way as in `fill`. */
async function installsFrom(db: Database, first: number): Promise<string[]> {
  const found = await db.manager.query<{ id: string }[]>(
    `SELECT md5('install-' || n)::uuid AS id FROM generate_series($1::int, $1::int + 19) AS n`,
    [first],
  );
  return found.map(({ id }) => id);
}
