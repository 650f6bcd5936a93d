// Writes the API reference to /api/docs of the built pages: one OpenAPI document for all services, shown by Redoc.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { apiDocument } from '@casement/common/platform/api-docs/api-document.js';
import { selfHosted } from './self-hosted.js';
import { reference } from './reference.js';
import { definitions } from './service-definitions.mjs';

const repository = join(import.meta.dirname, '..', '..');
const out = join(repository, 'web/dist/api/docs');
const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));

mkdirSync(out, { recursive: true });
const document = reference(await apiDocument(definitions, version));
writeFileSync(join(out, 'openapi.json'), JSON.stringify(document));
for (const file of ['index.html', 'start.js', 'page.css']) {
  cpSync(join(import.meta.dirname, file), join(out, file));
}
const require = createRequire(import.meta.url);
const viewer = dirname(require.resolve('redoc/package.json'));
cpSync(join(viewer, 'LICENSE'), join(out, 'license.txt'));
const { page, worker } = selfHosted(
  readFileSync(join(viewer, 'bundles/redoc.standalone.js'), 'utf8'),
);
writeFileSync(join(out, 'redoc.js'), page);
writeFileSync(join(out, 'search-worker.js'), worker);
