import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildImage, listEditions } from '@casement/windows-image/build/build-image.js';
import { BuildRefused } from '@casement/windows-image/build/build-refused.js';
import { FIRMWARES } from '@casement/windows-image/build/disk-layout.js';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import { makeAnswers } from '@casement/windows-image/setup/answer-medium.js';
import { printFindings } from './findings.js';
import { readSize } from './size.js';

const USAGE = `usage: build-image ISO --drivers ISO-OR-FOLDER --output FILE.raw --i-am-licensed
                   [--edition NUMBER-OR-NAME] [--firmware uefi|bios] [--recipe NAME-OR-FILE.toml]
                   [--size SIZE]
       build-image ISO [--list]                      lists the editions on the medium
       build-image ISO --answers … --output FOLDER   writes the files for Windows' own set-up (images/by-setup.sh)
Builds a disk image for VPSs from a Windows installation ISO and the virtio-win drivers.
--firmware        firmware of the VPSs: uefi (GPT disk, the default) or bios (MBR disk)
--i-am-licensed   you state that your licence allows you to make this image and to install it on your customers' machines
Exit code: 0 the image passes check-image, 1 it was built but does not pass, 2 no image was built.`;

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      drivers: { type: 'string' },
      output: { type: 'string' },
      edition: { type: 'string' },
      firmware: { type: 'string' },
      recipe: { type: 'string' },
      size: { type: 'string' },
      list: { type: 'boolean', default: false },
      answers: { type: 'boolean', default: false },
      'i-am-licensed': { type: 'boolean', default: false },
    },
  });
  const [iso] = positionals;
  if (!iso) throw new BuildRefused(USAGE);
  const { drivers, output, edition, recipe, size } = values;
  if (values.list || (!drivers && !output)) return list(iso, output);
  if (!drivers) throw new BuildRefused('Name the virtio-win ISO, or a folder of INFs: --drivers.');
  if (!output) throw new BuildRefused('Name the file that is to be made: --output FILE.raw.');
  const firmware = FIRMWARES.find((name) => name === (values.firmware ?? 'uefi'));
  if (!firmware) {
    throw new BuildRefused(`--firmware ${values.firmware}: one of ${FIRMWARES.join(', ')}`);
  }
  if (!values['i-am-licensed']) {
    throw new BuildRefused(
      'Whether you may make this image and install it on your customers’ machines is between you and Microsoft. ' +
        'State that your licence allows it with --i-am-licensed. Nothing was made.',
    );
  }
  const wanted = {
    iso,
    drivers,
    output: resolve(output),
    edition,
    firmware,
    ...(recipe?.endsWith('.toml') ? { recipeFile: recipe } : { recipe }),
    signal: stop.signal,
  };
  if (values.answers) {
    const { edition, recipe } = await makeAnswers(wanted);
    process.stdout.write(`Answers for ${edition.name}, by ${recipe.name}: ${output}\n`);
    return 0;
  }
  const built = await buildImage({
    ...wanted,
    ...(size && { sizeMib: readSize('size', size) / 2 ** 20 }),
    onStep: progress(),
  });
  const { name, major, minor, build } = built.edition;
  process.stdout.write(`\n${name}, Windows ${major}.${minor}.${build}, by ${built.recipe.name}\n`);
  for (const { inf, version, from } of built.drivers) {
    process.stdout.write(`  ${inf} ${version} (${from})\n`);
  }
  process.stdout.write('\n');
  printFindings(built.findings);
  process.stdout.write(
    `\n${output} is made. Certify it next (make certify image=${output}), then import it: docs/images.md.\n`,
  );
  return built.findings.some(({ result }) => result === 'refused') ? 1 : 0;
}

async function list(iso: string, output: string | undefined): Promise<number> {
  const near = output ? dirname(resolve(output)) : process.cwd();
  for (const edition of await listEditions(iso, near, stop.signal)) {
    const { index, name, id, architecture, languages, build } = edition;
    process.stdout.write(
      `${String(index).padStart(3)}  ${name} (${id}), ${architecture}, build ${build}, ${languages.join(' ')}\n`,
    );
  }
  return 0;
}

/** Prints one line per step, with percent and time left on a terminal and every 10 % otherwise. */
function progress(): (step: string, percent: number | null) => void {
  let last = '';
  let tenth = -1;
  let since = performance.now();
  return (step, percent) => {
    if (step !== last) {
      process.stdout.write(`${last && process.stdout.isTTY ? '\n' : ''}${step}`);
      if (!process.stdout.isTTY) process.stdout.write('\n');
      [last, tenth, since] = [step, -1, performance.now()];
    }
    if (percent === null || percent === 0) return;
    const seconds = ((performance.now() - since) / 1000 / percent) * (100 - percent);
    const text = `${step} ${percent} %, ${Math.round(seconds)} s left`;
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`);
    else if (Math.floor(percent / 10) > tenth) {
      tenth = Math.floor(percent / 10);
      process.stdout.write(`${text}\n`);
    }
  };
}

try {
  process.exitCode = await main();
} catch (error) {
  const text = stop.signal.aborted
    ? 'Stopped. Nothing is left of the image.'
    : error instanceof Error
      ? error.message
      : String(error);
  const cure = error instanceof ImageRefused ? ` ${error.cure}` : '';
  process.stderr.write(`${text}${cure}\n`);
  process.exitCode = 2;
}
