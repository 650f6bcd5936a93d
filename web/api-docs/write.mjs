// Writes the API reference to /api/docs of the built pages: one OpenAPI document for all services, shown by Swagger
// UI.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { apiDocument } from '@casement/common/platform/api-docs/api-document.js';
import { definitions } from './service-definitions.mjs';

const repository = join(import.meta.dirname, '..', '..');
const out = join(repository, 'web/dist/api/docs');
const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'openapi.json'), JSON.stringify(await apiDocument(definitions, version)));
for (const file of ['index.html', 'start.js']) {
  cpSync(join(import.meta.dirname, file), join(out, file));
}
const require = createRequire(import.meta.url);
const viewer = dirname(require.resolve('swagger-ui-dist/package.json'));
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE']) {
  cpSync(join(viewer, file), join(out, file === 'LICENSE' ? 'license.txt' : file));
}
