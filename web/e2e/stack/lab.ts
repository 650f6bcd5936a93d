import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const { LAB_SCRIPT, LAB_DATA_DIR, VPS_NAME, VPS_ADDRESS, VPS_PORT, RDP_PASSWORD } = process.env;

/** Runs a command of deploy/lab/lab.sh for the VPS of run.mjs. Rejects with its output on failure. */
async function lab(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, DATA_DIR: LAB_DATA_DIR, CASEMENT_RDP_PASSWORD: RDP_PASSWORD };
  return promisify(execFile)(LAB_SCRIPT!, args, { env });
}

/** Reads from the console which files the stand-in for Windows found on its disk. */
export async function readMachineFacts(): Promise<Record<string, string>> {
  const { stdout } = await lab('read-back', '--name', VPS_NAME!);
  const lines = stdout.split('\n').map((line) => line.split('=', 2) as [string, string]);
  return Object.fromEntries(lines);
}

/** Starts the VPS of run.mjs --guard on a fresh copy of its disk. */
export async function startVps(): Promise<void> {
  await lab('stop', '--name', VPS_NAME!);
  await lab('boot', ...process.env.GUARDED_VPS!.split(' '));
}

/** Reads the newest code that the recovery system shows on the console. */
export async function readConsoleCode(): Promise<string> {
  const file = join(LAB_DATA_DIR!, 'lab', 'run', VPS_NAME!, 'serial.log');
  const codes = (await readFile(file, 'latin1')).matchAll(
    /Code for your dashboard: *([0-9A-Z-]{9})/g,
  );
  return [...codes].at(-1)![1]!;
}

/** Signs in with the FreeRDP client, using the customer's password and a wrong one, and returns the output. */
export async function signIn(): Promise<string> {
  return (await lab('sign-in', '--address', VPS_ADDRESS!, '--port', VPS_PORT!)).stderr;
}
