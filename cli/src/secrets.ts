import { readFileSync } from 'node:fs';
import { CliError, EXIT } from './exit-codes.js';
import type { Io } from './io.js';

/**
 * Secret that a command needs. Never passed as an argument, because `ps` shows arguments and shells store them in
 * their history.
 */
export interface Secret {
  /** Variable that prevents the prompt if set. */
  variable: string;
  question: string;
}

export const VPS_PASSWORD: Secret = {
  variable: 'CASEMENT_VPS_PASSWORD',
  question: 'VPS password: ',
};
export const RDP_PASSWORD: Secret = {
  variable: 'CASEMENT_RDP_PASSWORD',
  question: 'Windows password: ',
};

/**
 * Reads each secret from the environment, otherwise from the next line of standard input if `stdin` is set, otherwise
 * by a prompt.
 *
 * @throws CliError that names the variable
 */
export async function readSecrets(
  io: Io,
  secrets: readonly Secret[],
  stdin = false,
): Promise<string[]> {
  const values: string[] = [];
  for (const { variable, question } of secrets) {
    const value = io.env[variable] ?? (await (stdin ? io.readLine() : io.askSecret(question)));
    if (!value) {
      throw new CliError(
        `Missing ${question.replace(': ', '')}. Set ${variable} or pass it on stdin with --stdin.`,
        EXIT.usage,
      );
    }
    values.push(value);
  }
  return values;
}

/** Reads a private key or script in the format of the API. */
export function readTextFile(file: string, kind: 'key' | 'script'): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(
      `Cannot read the ${kind} file ${file}: ${(error as Error).message}.`,
      EXIT.usage,
    );
  }
}
