import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORED_DATA } from '@casement/auth/legal-pages/templates/stored-data.js';

const repository = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

/** Table names in the first column, by heading. */
const sections = new Map(
  read('docs/compliance/growth.md')
    .split('\n## ')
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const rows = lines.filter((line) => line.startsWith('| `'));
      return [heading, rows] as const;
    }),
);
const tablesOf = (heading: string): string[] =>
  (sections.get(heading) ?? []).flatMap((row) =>
    [...row.split('|')[1].matchAll(/`(\w+)`/g)].map(([, table]) => table),
  );

/**
 * First tables of the rows that the privacy policy leaves out: no personal data, secrets and revocation times that
 * expire within a day, or only the id of a deleted account. The policy has a sentence about the tables of every service.
 */
const WITHOUT_PERSONAL_DATA = new Set([
  'auth.refresh_token',
  'auth.captcha_challenge',
  'auth.two_factor_challenge',
  'auth.recovery_code',
  'auth.passkey_challenge',
  'auth.email_change',
  'auth.legal_version',
  'auth.deleted_user',
  'billing.bpay_claim',
  'billing.bpay_transfer',
  'billing.closed_account',
  'billing.quota_request',
  'install.access_revocation',
  'install.closed_user',
  'install.webhook_delivery',
  'install.image_upload',
  'telegram.access_revocation',
  'telegram.brand',
  'telegram.link_code',
  'telegram.deleted_user',
  'telegram.announcement',
  'telegram.telegram_bot',
  'security.recovery',
]);

describe('growth of the database', () => {
  it.each(['auth', 'billing', 'install', 'telegram', 'security'])(
    'describes each table of %s once, and no other',
    (service) => {
      const schema = read(`services/${service}/src/database/schema.sql`);
      const tables = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table]) => table);
      const described = [...tablesOf('Every service'), ...tablesOf(service)];
      expect(described.sort()).toEqual(tables.sort());
    },
  );

  it('names tests that exist', () => {
    const named = [...sections.values()]
      .flat()
      .flatMap((row) => [...row.matchAll(/\| `([^`]+)` › (.+?) +\|$/g)])
      .map(([, path, title]) => ({ path: path, title: title }));
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(({ path, title }) => !read(path).includes(title));
    expect(missing).toEqual([]);
  });

  it('matches the retentions in the template of the privacy policy', () => {
    const retentions = Object.fromEntries(
      [...sections].flatMap(([service, rows]) =>
        rows.map((row) => {
          const cells = row.split('|').map((cell) => cell.trim());
          const [, table] = /^`(\w+)`/.exec(cells[1])!;
          return [`${service}.${table}`, cells[4]] as const;
        }),
      ),
    );
    const stated = STORED_DATA.map(({ table, retention }) => [table, retention] as const);
    expect(Object.fromEntries(stated)).toEqual(
      Object.fromEntries(stated.map(([table]) => [table, retentions[table]])),
    );
    const missing = Object.keys(retentions).filter(
      (table) =>
        !table.startsWith('Every service.') &&
        !WITHOUT_PERSONAL_DATA.has(table) &&
        !stated.some(([name]) => name === table),
    );
    expect(missing).toEqual([]);
  });
});
