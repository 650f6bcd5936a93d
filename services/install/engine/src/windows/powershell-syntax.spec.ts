import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import { readRecipes } from '@casement/windows-image/build/recipe.js';
import { prepareScript } from '@casement/windows-image/setup/prepare-script.js';

const FOLDER = join(import.meta.dirname, '../../windows');
const SCRIPTS = readdirSync(FOLDER).filter((name) => name.endsWith('.ps1'));

// No PowerShell runs in our tests, so a missing brace would only be found by Windows.
describe('PowerShell scripts for Windows', () => {
  let parser: Parser;

  beforeAll(async () => {
    await Parser.init();
    const require = createRequire(import.meta.url);
    const grammar = require.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');
    parser = new Parser().setLanguage(await Language.load(grammar));
  });

  /** Returns the lines with syntax errors. */
  function errorsIn(script: string): string[] {
    const { rootNode } = parser.parse(script)!;
    const errors = rootNode
      .descendantsOfType('ERROR')
      .map((node) => `${node.startPosition.row + 1}: ${node.text.slice(0, 60)}`);
    return rootNode.hasError && errors.length === 0 ? ['something is missing'] : errors;
  }

  it.each(SCRIPTS)('%s has no syntax error', (name) => {
    expect(errorsIn(readFileSync(join(FOLDER, name), 'utf8'))).toEqual([]);
  });

  it('the script that prepares an image has no syntax error, with any recipe', async () => {
    for (const recipe of await readRecipes()) expect(errorsIn(prepareScript(recipe))).toEqual([]);
  });

  it.each(["if ($a) { 'b'", "Set-Item 'x", '@{ a = 1'])('finds the error in %j', (script) => {
    expect(errorsIn(script)).not.toEqual([]);
  });
});
