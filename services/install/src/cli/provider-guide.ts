import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { providerGuide } from '../engine/providers/guide.js';

/** Writes deploy/docs/providers.md from the table of providers. */
writeFileSync(
  fileURLToPath(new URL('../../../../deploy/docs/providers.md', import.meta.url)),
  providerGuide(),
);
