import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder that is deleted at the end of the spec file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'casement-spec-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
