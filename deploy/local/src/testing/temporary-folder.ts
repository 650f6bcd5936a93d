import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for one spec file, gone when it is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casement-spec-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
