// Bundles the command into a single file that needs only Node.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file) => readFileSync(join(import.meta.dirname, file), 'utf8');
const { version } = JSON.parse(read('package.json'));

export default {
  input: join(import.meta.dirname, 'src/main.ts'),
  platform: 'node',
  transform: { define: { CASEMENT_VERSION: JSON.stringify(version) } },
  // Resolves to the sources so that no other package has to be built first.
  resolve: {
    alias: { '@casement/client': join(import.meta.dirname, '../proto/client/src/index.ts') },
  },
  output: { file: join(import.meta.dirname, 'dist/casement.js'), format: 'esm', minify: false },
};
