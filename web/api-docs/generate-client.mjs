// Writes src/gen/api.ts from the controllers of all services, which have to be compiled: see `make gen`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument } from '@casement/common/platform/api-docs/api-document.js';
import { ErrorReason } from '../../dist/gen/casement/common/v1/error_reason.js';
import { codesOf, render } from './render.js';

const repository = join(import.meta.dirname, '../../..');
const SERVICES = ['auth', 'billing', 'install', 'telegram', 'security'];

const definitions = await Promise.all(
  SERVICES.map(async (name) => {
    const file = join(repository, 'services', name, 'dist', `${name}.service-definition.js`);
    return (await import(file))[name];
  }),
);
const document = await apiDocument(definitions, '');
writeFileSync(
  join(import.meta.dirname, '../src/gen/api.ts'),
  await render(document, codesOf(ErrorReason)),
);
