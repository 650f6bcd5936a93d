// The whole of the command in one file, which needs Node alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file) => readFileSync(join(import.meta.dirname, file), 'utf8');
const { version } = JSON.parse(read('package.json'));

export default {
  input: join(import.meta.dirname, 'src/main.ts'),
  platform: 'node',
  transform: { define: { CASEMENT_VERSION: JSON.stringify(version) } },
  // From the sources, so that the build needs no other before it.
  resolve: {
    alias: { '@casement/client': join(import.meta.dirname, '../proto/client/src/index.ts') },
  },
  output: { file: join(import.meta.dirname, 'dist/casement.js'), format: 'esm', minify: false },
};
