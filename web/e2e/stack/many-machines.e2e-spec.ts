import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/console-errors.js';
import { administrator, apiKeyOf, newUser } from './accounts.js';
import { ADMIN, CUSTOMER, withKey } from './command.js';
import { createVersion, uploadDisk } from './disks.js';
import { chunksOf, writeTestToolkit, startVpss } from './simulated-vpss.js';

/** 200 before a release; a twentieth by default. */
const SIZE = Number(process.env['MACHINES'] ?? 10);
const share = (countOf200: number) => Math.max(1, Math.round((countOf200 * SIZE) / 200));
const INVALID = share(12);
const DUPLICATES = share(5);
const PRIVATE = share(3);
const VALID = SIZE - INVALID - DUPLICATES - PRIVATE;
/** 150 of the 180 machines that pass the check, at full size. */
const QUOTA = Math.floor((VALID * 5) / 6);
const MAX_MS = 120_000 + SIZE * 8_000;
const ROOT_PASSWORD = 'Sim-Root-1';

const address = (n: number) => `127.20.${Math.floor(n / 250)}.${(n % 250) + 1}`;

interface Printed {
  row?: number;
  status: string;
  failure?: { code: string } | null;
  counts?: Record<string, number>;
}

interface Image {
  slug: string;
  image: { sha256: string } | null;
}

test.describe('many machines, by command line with a single key', () => {
  test.skip(!!process.env['LAB_SCRIPT'], 'the agent is reached by simulated VPSs or by the lab');
  test.skip(
    process.getuid?.() !== 0,
    'a list of machines is of port 22, which only root may listen on',
  );
  let folder: string;
  test.beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'casement-many-'))));
  test.afterEach(() => rmSync(folder, { recursive: true }));

  test(`§9 ${SIZE} machines with quota for ${QUOTA} get correct results and ledger entries`, async () => {
    test.setTimeout(MAX_MS);
    const slug = `many-${randomBytes(4).toString('hex')}`;
    await writeTestToolkit();
    uploadDisk(`${slug}.raw`);
    const fields = { scopes: ADMIN, networks: ['127.0.0.1', '::1'], expires_in_days: 1 };
    const first = await administrator();
    await createVersion(first, slug);
    const asAdmin = withKey(await apiKeyOf(first, fields));
    const customer = await newUser();
    const casement = withKey(await apiKeyOf(customer, { scopes: CUSTOMER }));
    const imported = await asAdmin('admin', 'import', slug, `${slug}.raw`, '--json');
    expect(imported).toMatchObject({ exit: 0, err: '' });
    const images = JSON.parse((await asAdmin('admin', 'images', '--json')).out) as Image[];
    const chunks = chunksOf(images.find((item) => item.slug === slug)?.image?.sha256 ?? '');
    await asAdmin('admin', 'quota', customer.username, '--set', String(QUOTA));

    const hosts = Array.from({ length: VALID + INVALID }, (_, n) => address(n));
    const lines = [
      ...hosts.map((ip, n) => [ip, n < VALID ? ROOT_PASSWORD : 'wrong']),
      ...hosts.slice(0, DUPLICATES).map((ip) => [ip, ROOT_PASSWORD]),
      ...Array.from({ length: PRIVATE }, (_, n) => [`10.1.1.${n + 1}`, ROOT_PASSWORD]),
    ];
    const file = join(folder, 'machines.csv');
    const csv = lines.map(([ip, password]) => `${ip},${password},"Rdp ""5%"" pass"`);
    writeFileSync(file, `ip,passwd_vps,passwd_rdp\n${csv.join('\n')}\n`, { mode: 0o600 });

    const vpss = await startVpss(hosts, ROOT_PASSWORD, chunks);
    try {
      const run = await casement(
        ...['install', '-f', file, '--windows', slug, '--parallel', '20', '--yes', '--json'],
      );
      expect(run.exit).toBe(4);
      expect(run.out).not.toContain(ROOT_PASSWORD);
      const printed = run.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Printed);
      expect(printed.at(-1)).toMatchObject({ success: false });
      expect(printed.at(-2)).toMatchObject({
        status: 'ended',
        counts: {
          completed: QUOTA,
          no_quota: VALID - QUOTA,
          unfit: INVALID,
          refused: DUPLICATES + PRIVATE,
        },
      });
      const finalRows = new Map(printed.filter(({ row }) => row).map((item) => [item.row, item]));
      const codes = [...finalRows.values()].map(({ failure }) => failure?.code ?? 'none');
      expect(codes.slice(VALID)).toEqual([
        ...Array.from({ length: INVALID }, () => 'SSH_AUTH_FAILED'),
        ...Array.from({ length: DUPLICATES }, () => 'BATCH_DUPLICATE'),
        ...Array.from({ length: PRIVATE }, () => 'ADDRESS_REFUSED'),
      ]);
    } finally {
      await vpss.close();
    }

    // Exactly one hold and one capture per converted machine.
    await expect
      .poll(async () => {
        const { out } = await casement('quota', '--ledger', '--json');
        return (JSON.parse(out) as { quota: number }).quota;
      })
      .toBe(0);
    const installs = JSON.parse(
      (await casement('list', '--limit', '500', '--json')).out,
    ) as Printed[];
    expect(installs.map(({ status }) => status)).toEqual(
      Array.from({ length: QUOTA }, () => 'completed'),
    );
  });
});
