// Resolves workspace packages to their sources, for dependency-cruiser.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const read = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const alias = { '@': join(root, 'web/src') };
for (const folder of read('.').workspaces) {
  const { name, exports = {} } = read(folder);
  for (const [subpath, target] of Object.entries(exports)) {
    // `./*` → `./dist/*`, compiled from `src` or from a folder of the package itself.
    const [prefix] = subpath.split('*');
    alias[join(name, prefix).replace(/\/$/, '')] = ['./src', '.'].map((sources) =>
      join(root, folder, target.replace('./dist', sources).split('*')[0]),
    );
  }
}

module.exports = {
  resolve: { alias, extensionAlias: { '.js': ['.ts', '.tsx', '.js'], '.mjs': ['.mts', '.mjs'] } },
};
