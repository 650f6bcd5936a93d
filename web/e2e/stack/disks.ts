import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import type { Account } from './accounts.js';

const { BASE_URL = '', RUN_FILE = '' } = process.env;
const MIB = 2 ** 20;
const ROOT = join(import.meta.dirname, '..', '..', '..');

/** As much of a Windows disk as an import looks at, and another one each time. */
async function aDisk(): Promise<Buffer> {
  const path = join(ROOT, 'services/install/windows-image/dist/testing/windows-disk.js');
  const { windowsDisk, FREE_AT } = (await import(path)) as {
    windowsDisk: (size: number, data: [offset: number, length: number][]) => Buffer;
    FREE_AT: number;
  };
  return windowsDisk(FREE_AT + MIB, [[FREE_AT, MIB]]);
}

/** Puts such a disk where a running `make start` finds files to import. */
export async function putDisk(name: string): Promise<void> {
  const folder = join(dirname(RUN_FILE), 'import');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), await aDisk());
}

/** A Windows version that has no image yet. */
export async function createVersion(by: Account, slug: string): Promise<void> {
  const answer = await fetch(`${BASE_URL}/api/admin/windows-versions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
    body: JSON.stringify({ name: `Windows ${slug}`, slug }),
  });
  expect(answer.status).toBe(200);
}
