// Compares the wording of comments with ordinary TypeScript projects (markers.json) and fails on a private dialect.
//
//   npm run lint:prose                     the tree, and the comments changed since main (or since BASE)
//   npm run lint:prose -- --list MARKER    every comment with the marker, as file:line: text
//   npm run lint:prose -- --commits BASE   subjects of the commits since BASE: at most 72 characters
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Changes with fewer comments only list their hits: rates of small samples say little. */
const SMALL_CHANGE = 50;
const MAX_SUBJECT = 72;
/** Shorter comments, such as units, have no wording. */
const MIN_LENGTH = 20;

const { allowedRatio, smallestReference, markers } = JSON.parse(
  readFileSync(new URL('markers.json', import.meta.url), 'utf8'),
);
const patterns = markers.map((marker) => ({ ...marker, regex: new RegExp(marker.pattern) }));

const git = (...args) =>
  execFileSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Returns the comments of a source file as { file, line, text }; adjacent `//` lines are one comment. */
function commentsOf(file) {
  const source = readFileSync(file, 'utf8');
  const found = [];
  let run;
  source.split('\n').forEach((row, index) => {
    const text = /^\s*\/\/\s?(.*)$/.exec(row)?.[1];
    if (text === undefined || /^\s*(eslint|@ts-|prettier|#)/.test(text)) run = undefined;
    else if (run) run.text += ` ${text.trim()}`;
    else found.push((run = { file, line: index + 1, text: text.trim() }));
    const trailing = /[;{},)\]]\s*\/\/\s+(.{12,})$/.exec(row)?.[1];
    if (trailing) found.push({ file, line: index + 1, text: trailing.trim() });
  });
  for (const match of source.matchAll(/\/\*\*?([\s\S]*?)\*\//g)) {
    const line = source.slice(0, match.index).split('\n').length;
    found.push({ file, line, text: match[1].replace(/\n\s*\*?/g, ' ').trim() });
  }
  return found.filter(({ text }) => normalize(text).length > MIN_LENGTH);
}

/** Removes tags, inline code and section numbers, which have no wording. */
const normalize = (text) =>
  text
    .replace(/@\w+(\s*\{[^}]*\})?|`[^`]*`|§[\d.]+/g, ' ')
    .trim()
    .toLowerCase();

function tree() {
  const files = git('ls-files', '*.ts', '*.tsx', '*.mjs', '*.mts', '*.js').trim().split('\n');
  const written = files.filter((file) => !/(^|\/)gen\/|database\/schema/.test(file));
  return [...new Map(written.flatMap(commentsOf).map((one) => [one.text, one])).values()];
}

/** Returns the comments that begin on a line added since `base`. */
function changed(base) {
  const added = new Set();
  let file;
  let line;
  for (const row of git('diff', '-U0', '--no-ext-diff', base).split('\n')) {
    if (row.startsWith('+++ b/')) file = row.slice(6);
    else if (row.startsWith('@@')) line = Number(/\+(\d+)/.exec(row)[1]);
    else if (row.startsWith('+') && !row.startsWith('+++')) added.add(`${file}:${line++}`);
  }
  return tree().filter((one) => added.has(`${one.file}:${one.line}`));
}

const hits = (comments, { regex }) => comments.filter(({ text }) => regex.test(normalize(text)));

function tooFrequent(comments) {
  return patterns.flatMap((marker) => {
    const rate = (1000 * hits(comments, marker).length) / comments.length;
    const limit = allowedRatio * Math.max(marker.reference, smallestReference);
    return rate > limit
      ? [`${marker.name}: ${rate.toFixed(1)} per 1,000 comments, at most ${limit.toFixed(1)}`]
      : [];
  });
}

function checkProse(base) {
  const all = tree();
  const problems = tooFrequent(all);
  const change = base ? changed(base) : [];
  for (const marker of patterns)
    for (const { file, line, text } of hits(change, marker))
      console.log(`${file}:${line}: ${text.slice(0, 120)}   [${marker.name}]`);
  if (change.length >= SMALL_CHANGE)
    problems.push(...tooFrequent(change).map((problem) => `changed since ${base}: ${problem}`));
  console.log(`${all.length} comments, ${change.length} changed`);
  return problems;
}

const checkCommits = (base) =>
  git('log', '--no-merges', '--format=%h %s', `${base}..HEAD`)
    .trim()
    .split('\n')
    .filter((row) => row.length - row.indexOf(' ') - 1 > MAX_SUBJECT)
    .map((row) => `subject over ${MAX_SUBJECT} characters: ${row}`);

/** Returns the commit that the branch starts from, or undefined in a clone without a remote. */
function startOfBranch() {
  try {
    return git('merge-base', 'HEAD', 'origin/main').trim();
  } catch {
    return undefined;
  }
}

const { values, positionals } = parseArgs({
  options: { list: { type: 'string' }, commits: { type: 'string' } },
  allowPositionals: true,
});
let problems = [];
if (values.list) {
  const marker = patterns.find(({ name }) => name.includes(values.list));
  for (const { file, line, text } of hits(tree(), marker)) console.log(`${file}:${line}: ${text}`);
} else if (values.commits) problems = checkCommits(values.commits);
else problems = checkProse(positionals[0] ?? startOfBranch());
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
