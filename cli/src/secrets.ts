import { readFileSync } from 'node:fs';
import { CliError, EXIT } from './exit-codes.js';
import type { Io } from './io.js';

/** A secret that a command needs. None is ever an argument, which `ps` shows and shells remember. */
export interface Secret {
  /** Set it and nothing is asked. */
  variable: string;
  question: string;
}

export const VPS_PASSWORD: Secret = {
  variable: 'CASEMENT_VPS_PASSWORD',
  question: "The VPS's password: ",
};
export const RDP_PASSWORD: Secret = {
  variable: 'CASEMENT_RDP_PASSWORD',
  question: 'Password for Windows: ',
};

/**
 * Each from the environment, else a line of standard input where `stdin` is set, else a question.
 * @throws CliError, which names the variable
 */
export async function readSecrets(
  io: Io,
  secrets: readonly Secret[],
  stdin = false,
): Promise<string[]> {
  const lines = stdin ? await io.readLines() : [];
  const values: string[] = [];
  for (const { variable, question } of secrets) {
    const value = io.env[variable] ?? (stdin ? lines.shift() : await io.askSecret(question));
    if (!value) {
      throw new CliError(
        `${question.replace(': ', '')} is missing. Set ${variable}, or give it on standard input with --stdin.`,
        EXIT.usage,
      );
    }
    values.push(value);
  }
  return values;
}

/** A private key, as the API takes it. */
export function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(`The key ${file} cannot be read: ${(error as Error).message}.`, EXIT.usage);
  }
}
