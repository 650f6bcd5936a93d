import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FREE_AT, windowsDisk } from '@casement/windows-image/testing/windows-disk.js';
import { expect } from '@playwright/test';
import type { Account } from './accounts.js';

const { BASE_URL = '', RUN_FILE = '' } = process.env;
const MIB = 2 ** 20;

/**
 * Puts a disk that passes the import checks into the import folder of a running `make start`. Its content is unique
 * per call.
 */
export function uploadDisk(name: string): void {
  const folder = join(dirname(RUN_FILE), 'import');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), windowsDisk(FREE_AT + MIB, [[FREE_AT, MIB]]));
}

/** Creates a Windows version without an image. */
export async function createVersion(by: Account, slug: string): Promise<void> {
  const answer = await fetch(`${BASE_URL}/api/admin/windows-versions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
    body: JSON.stringify({ name: `Windows ${slug}`, slug }),
  });
  expect(answer.status).toBe(200);
}
