import { lookup } from 'node:dns/promises';
import { statfs } from 'node:fs/promises';
import { connect } from '@nats-io/transport-node';
import { z } from 'zod';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import type { BaseValues } from '../../core/config/base-config.js';
import type { Database } from '../../data/database/database.js';
import { one, rows } from '../../data/database/sql.js';
import { natsServers } from '../../messaging/nats-servers.js';
import { ok, problem, warning, type Finding } from './findings.js';

const MAX_CLOCK_DIFFERENCE_MS = 2_000;
/** The outbox is emptied within seconds. */
const MAX_WAITING_SECONDS = 300;
/** Two daily backups, with two hours for the longest run. */
const MAX_BACKUP_HOURS = 50;
const MIN_FREE_SHARE = 0.1;

/** Compares this machine's clock with the database's. */
export async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now();
  const row = z.object({ now: z.date() });
  const { now } = await one(db.manager, row, 'SELECT clock_timestamp() AS now');
  const middle = (before + Date.now()) / 2;
  const difference = Math.abs(now.getTime() - middle);
  const text = `${Math.round(difference)} ms between this machine and the database`;
  return difference <= MAX_CLOCK_DIFFERENCE_MS
    ? ok('clock', text)
    : problem(
        'clock',
        text,
        'Synchronise both clocks by NTP. Two-factor codes and certificates depend on them.',
      );
}

/** Counts events that were given up and events that wait to be published. */
export async function checkQueues(db: Database): Promise<Finding[]> {
  const row = z.object({ dead: z.number(), waiting: z.number(), seconds: z.number() });
  const { dead, waiting, seconds } = await one(
    db.manager,
    row,
    `SELECT (SELECT count(*)::int FROM dead_letter) AS dead, count(*)::int AS waiting,
            coalesce(extract(epoch FROM now() - min(occurred_at)), 0)::float8 AS seconds
     FROM outbox WHERE published_at IS NULL`,
  );
  return [
    dead === 0
      ? ok('dead letters', 'none')
      : problem(
          'dead letters',
          `${dead} given up`,
          'Read the reason in Admin → Operations, then retry or discard them.',
        ),
    seconds <= MAX_WAITING_SECONDS
      ? ok('outbox', `${waiting} events wait to be published`)
      : problem(
          'outbox',
          `${waiting} events wait to be published, the oldest for ${Math.round(seconds / 60)} minutes`,
          'Check that the service runs and reaches NATS.',
        ),
  ];
}

/** Reads the time of the last backup from the comment that deploy/operate/backup.sh leaves on the database. */
export async function checkBackup(db: Database): Promise<Finding> {
  const row = z.object({ hours: z.number().nullable() });
  const { hours } = await one(
    db.manager,
    row,
    `SELECT (extract(epoch FROM now() - substring(shobj_description(oid, 'pg_database')
              FROM '^casement backup (.*)$')::timestamptz) / 3600)::float8 AS hours
     FROM pg_database WHERE datname = current_database()`,
  );
  const remedy =
    'Run deploy/operate/backup.sh daily (docs/backup.md), unless your PostgreSQL operator makes backups.';
  if (hours === null) return warning('backup', 'no backup by backup.sh is known', remedy);
  const found = `the last one by backup.sh is ${Math.round(hours)} hours old`;
  return hours <= MAX_BACKUP_HOURS ? ok('backup', found) : warning('backup', found, remedy);
}

/**
 * Reports the last test of each external system.
 *
 * @param configured names of the systems that the settings of this service use (`ExternalDependency.name`)
 */
export async function checkTestedSystems(
  db: Database,
  configured: readonly string[],
): Promise<Finding[]> {
  const row = z.object({ name: z.string(), ok: z.boolean(), answer: z.string(), day: z.string() });
  const tested = await rows(
    db.manager,
    row,
    `SELECT name, ok, answer, to_char(asked_at, 'YYYY-MM-DD') AS day
       FROM dependency_test WHERE asked_at IS NOT NULL ORDER BY name`,
  );
  const untested = configured.filter((name) => !tested.some((test) => test.name === name));
  return [
    ...tested.map(({ name, ok: passed, answer, day }) =>
      passed
        ? ok(name, `the last test (${day}) passed`)
        : problem(
            name,
            `the last test (${day}) failed: ${answer}`,
            'Correct its settings, restart the service, then test it again in Admin → Operations.',
          ),
    ),
    ...untested.map((name) =>
      warning(name, 'never tested', 'Test it in Admin → Operations, before customers need it.'),
    ),
  ];
}

/** Signs in to NATS with the service's own user. */
export async function checkNats(config: BaseValues, service: string): Promise<Finding> {
  try {
    const connection = await connect({
      ...natsServers(config),
      inboxPrefix: new NatsNames(config.NATS_NAMESPACE).inbox(service),
      reconnect: false,
      timeout: 5_000,
    });
    const { version = '?' } = connection.info ?? {};
    await connection.close();
    return ok('nats', `nats-server ${version} accepts this service's user`);
  } catch (error) {
    return problem(
      'nats',
      (error as Error).message,
      "Check NATS_URL, the user's password and the network. Events wait in the outbox meanwhile.",
    );
  }
}

/** Compares a folder's free space with its file system's size. */
export async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const found = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB free of ${((blocks * bsize) / 2 ** 30).toFixed(1)} GiB in ${folder}`;
  return bavail / blocks >= MIN_FREE_SHARE
    ? ok('disk', found)
    : problem(
        'disk',
        found,
        'Delete unused images in Admin → Windows Versions, or enlarge the volume.',
      );
}

/** Looks up the host of PUBLIC_URL, at which browsers and VPSs reach the installation. */
export async function checkPublicUrl(publicUrl: string): Promise<Finding> {
  // URL keeps the brackets of an IPv6 address.
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  try {
    const { address } = await lookup(host);
    return ok('public address', `${host} is ${address}`);
  } catch (error) {
    return warning(
      'public address',
      (error as Error).message,
      `Create an A or AAAA record for ${host}, or correct PUBLIC_URL. Ignore this if only this machine cannot look it up.`,
    );
  }
}
