import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const { LAB_SCRIPT, LAB_DATA_DIR, VPS_NAME, VPS_ADDRESS, VPS_PORT, RDP_PASSWORD } = process.env;

/** A command of deploy/lab/lab.sh for the VPS of run.mjs. Rejects with what it said where it fails. */
async function lab(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const env = { ...process.env, DATA_DIR: LAB_DATA_DIR, CASEMENT_RDP_PASSWORD: RDP_PASSWORD };
  return promisify(execFile)(LAB_SCRIPT!, args, { env });
}

/** What the stand-in for Windows found on its disk, by its console. */
export async function readBack(): Promise<Record<string, string>> {
  const { stdout } = await lab('read-back', '--name', VPS_NAME!);
  const lines = stdout.split('\n').map((line) => line.split('=', 2) as [string, string]);
  return Object.fromEntries(lines);
}

/** What came of signing in with FreeRDP's own client, by the customer's password and by another. */
export async function signIn(): Promise<string> {
  return (await lab('sign-in', '--address', VPS_ADDRESS!, '--port', VPS_PORT!)).stderr;
}
