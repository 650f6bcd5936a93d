// Resolves workspace packages to their sources, for dependency-cruiser.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const read = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const alias = { '@': join(root, 'web/src') };
for (const folder of read('.').workspaces) {
  const { name, exports = {} } = read(folder);
  for (const [subpath, target] of Object.entries(exports)) {
    // `./*` → `./dist/*`, compiled from `src`, or from the package's own folder for proto.
    const [prefix] = subpath.split('*');
    const compiled = folder === 'proto' ? '.' : './src';
    const sources = target.replace('./dist', compiled).split('*')[0];
    alias[join(name, prefix).replace(/\/$/, '')] = join(root, folder, sources);
  }
}

module.exports = {
  resolve: { alias, extensionAlias: { '.js': ['.ts', '.tsx', '.js'], '.mjs': ['.mts', '.mjs'] } },
};
