// Writes proto/client/src/gen/api.ts from the controllers of all services, which must be compiled first: see `make
// gen`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument } from '@casement/common/platform/api-docs/api-document.js';
import { ErrorReason } from '@casement/proto/gen/casement/common/v1/error_reason.js';
import { codesOf, render } from './client-source.js';
import { definitions } from './service-definitions.mjs';

const document = await apiDocument(definitions, '');
writeFileSync(
  join(import.meta.dirname, '../../proto/client/src/gen/api.ts'),
  await render(document, codesOf(ErrorReason)),
);
