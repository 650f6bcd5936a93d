// Resolves workspace packages to their sources, for dependency-cruiser.
const { readFileSync, existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const alias = { '@': join(root, 'web/src') };
for (const folder of workspaces) {
  const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const sources = join(root, folder, 'src');
  alias[name] = existsSync(sources) && name !== '@casement/web' ? sources : join(root, folder);
}

module.exports = {
  resolve: { alias, extensionAlias: { '.js': ['.ts', '.tsx', '.js'], '.mjs': ['.mts', '.mjs'] } },
};
