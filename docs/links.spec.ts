import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const repository = join(__dirname, '..');
const SKIPPED = /^(node_modules|dist|coverage|\..+)$/;

const pagesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.test(entry.name)) return [];
    if (entry.isDirectory()) return pagesIn(join(folder, entry.name));
    return entry.name.endsWith('.md') ? [join(folder, entry.name)] : [];
  });

const withoutCode = (text: string) =>
  text.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');

/** Anchors of the headings, as GitHub derives them. */
const anchorsOf = (file: string) =>
  [
    ...readFileSync(file, 'utf8')
      .replace(/^```[^]*?^```$/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('Markdown pages', () => {
  it('are not empty', () => {
    const empty = pagesIn(repository).filter((page) => readFileSync(page, 'utf8').trim() === '');
    expect(empty.map((page) => relative(repository, page))).toEqual([]);
  });
});

describe('Markdown links', () => {
  const links = pagesIn(repository).flatMap((page) => {
    const text = withoutCode(readFileSync(page, 'utf8'));
    const targets = [
      ...text.matchAll(/\]\(([^)\s]+)\)/g),
      ...text.matchAll(/^\[[^\]]+\]: (\S+)$/gm),
    ].map(([, target]) => target);
    return targets
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => ({ page, target, name: `${relative(repository, page)}: ${target}` }));
  });

  it('point to existing files', () => {
    expect(links.length).toBeGreaterThan(200);
    const broken = links.filter(({ page, target }) => {
      const [path] = target.split('#');
      return path && !existsSync(join(dirname(page), path));
    });
    expect(broken.map(({ name }) => name)).toEqual([]);
  });

  it('point to existing headings', () => {
    const broken = links.filter(({ page, target }) => {
      const [path, anchor] = target.split('#');
      const file = path ? join(dirname(page), path) : page;
      return anchor && existsSync(file) && !anchorsOf(file).includes(anchor);
    });
    expect(broken.map(({ name }) => name)).toEqual([]);
  });
});
