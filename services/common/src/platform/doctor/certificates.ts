import { X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, problem, warning, type Finding } from './findings.js';

const DAY_MS = 86_400_000;
const EXPIRY_WARNING_DAYS = 14;

/** Reads the expiry of every certificate in a folder. */
export async function checkCertificates(folder: string, now = Date.now()): Promise<Finding[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /\.(crt|pem)$/.test(name)).sort();
  if (files.length > 0)
    return Promise.all(files.map((file) => checkCertificate(folder, file, now)));
  const remedy = 'Create the certificates, or correct IDENTITY_DIR or NATS_TLS_DIR.';
  return [problem('certificates', `none in ${folder}`, remedy)];
}

async function checkCertificate(folder: string, file: string, now: number): Promise<Finding> {
  const name = `certificate ${file}`;
  const remedy = `Replace it in ${folder} (docs/key-rotation.md, Certificates). No restart is needed.`;
  try {
    const { validTo } = new X509Certificate(await readFile(join(folder, file)));
    const days = Math.floor((Date.parse(validTo) - now) / DAY_MS);
    const found = `${days < 0 ? 'expired' : 'expires'} on ${new Date(validTo).toISOString().slice(0, 10)}`;
    if (days < 0) return problem(name, found, remedy);
    return days < EXPIRY_WARNING_DAYS ? warning(name, found, remedy) : ok(name, found);
  } catch (error) {
    return problem(name, (error as Error).message, remedy);
  }
}
