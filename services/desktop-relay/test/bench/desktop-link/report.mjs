/** report.mjs NATIVE BROWSER: prints both measurements as a table and exits with 1 if the browser is too slow. */
import { readFileSync } from 'node:fs';

const MAX_RATIO = 1.5;
const [native, browser] = process.argv
  .slice(2)
  .map((file) => JSON.parse(readFileSync(file, 'utf8')));

const quantile = (all, part) =>
  [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))];
/** Rows with label, value and whether higher is better; null for rows that only explain the others. */
const rows = [
  ['key to screen, median, ms', (one) => quantile(one.keyToScreenMs, 0.5), false],
  ['key to screen, p95, ms', (one) => quantile(one.keyToScreenMs, 0.95), false],
  ['frames a second', (one) => one.framesPerSecond, true],
  ['packets a key', (one) => one.perKey.packets, null],
  ['kB a key', (one) => one.perKey.bytes / 1000, null],
  ['packets a frame', (one) => one.perFrame.packets, null],
  ['kB a frame', (one) => one.perFrame.bytes / 1000, null],
];
console.log('\n| | FreeRDP | browser | browser / FreeRDP |');
console.log('| --- | --: | --: | --: |');
for (const [name, figure, moreIsBetter] of rows) {
  const [browserFigure, nativeFigure] = [figure(browser), figure(native)];
  const ratio = browserFigure / nativeFigure;
  if (moreIsBetter !== null && (moreIsBetter ? 1 / ratio : ratio) > MAX_RATIO) process.exitCode = 1;
  console.log(
    `| ${name} | ${nativeFigure.toFixed(1)} | ${browserFigure.toFixed(1)} | ${ratio.toFixed(2)} |`,
  );
}
