import { ProgramFailed, runLimited } from '../formats/limited-program.js';
import { BuildRefused } from './build-refused.js';

const PACKAGES = {
  mkntfs: 'ntfs-3g',
  ntfscp: 'ntfs-3g',
  'mkfs.fat': 'dosfstools',
  mcopy: 'mtools',
  sfdisk: 'fdisk',
  'grub-mkimage': 'grub-common',
  hivexregedit: 'libwin-hivex-perl',
} as const;

/** Runs a program in `folder` with limits and without a network. @throws BuildRefused naming `doing` */
export async function run(
  program: keyof typeof PACKAGES,
  args: string[],
  { folder, doing, input, signal }: RunOptions,
): Promise<void> {
  const limited = {
    program,
    args,
    package: PACKAGES[program],
    memoryMib: 2048,
    timeoutMs: 15 * 60_000,
    cwd: folder,
    signal,
  };
  try {
    await runLimited(limited, undefined, input === undefined ? null : fromText(input));
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    const reason = /No space left/i.test(error.complaint)
      ? 'there is no space left'
      : (error.complaint.split('\n').at(-1) ?? '');
    throw new BuildRefused(`${doing} failed: ${reason}.`, { cause: error });
  }
}

interface RunOptions {
  folder: string;
  /** Start of the error message: `Making the boot store`. */
  doing: string;
  input?: string;
  signal?: AbortSignal | undefined;
}

export async function* fromText(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}
