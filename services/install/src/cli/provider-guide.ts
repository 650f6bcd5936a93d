import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { providerGuide } from '@casement/install-engine/providers/guide.js';

/** Generates docs/providers.md from the table of providers. */
writeFileSync(
  fileURLToPath(new URL('../../../../docs/providers.md', import.meta.url)),
  providerGuide(),
);
