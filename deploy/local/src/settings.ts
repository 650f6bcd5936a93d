import { resolve } from 'node:path';
import { defaultDataDir } from './paths.js';

/** Settings that `make start` reads from its environment. */
export interface Settings {
  port: number;
  mailPort: number;
  sandboxPort: number;
  /** Processes of every service. */
  replicas: number;
  /** Absolute path. */
  dataDir: string;
  publicUrl: string;
  logLevel: string;
  /** Every non-empty variable, passed to the processes unchanged. */
  configured: Record<string, string>;
}

/** All replicas share one PostgreSQL, which accepts 300 connections. */
const MAX_REPLICAS = 4;

/** Reads the environment. Names every invalid variable in one error message, but never its value. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const configured = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  const bad: string[] = [];
  const port = (name: string, fallback: number): number => {
    const value = Number(configured[name] ?? fallback);
    if (!Number.isInteger(value) || value < 1 || value > 65_535) {
      bad.push(`${name} must be a port number`);
    }
    return value;
  };
  const replicas = Number(configured['REPLICAS'] ?? 1);
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > MAX_REPLICAS) {
    bad.push(`REPLICAS must be a number from 1 to ${MAX_REPLICAS}`);
  }
  const mainPort = port('PORT', 8080);
  const settings: Settings = {
    port: mainPort,
    mailPort: port('MAIL_PORT', 1080),
    sandboxPort: port('SANDBOX_PORT', 8090),
    replicas,
    dataDir: configured['DATA_DIR'] ? resolve(configured['DATA_DIR']) : defaultDataDir,
    publicUrl: configured['PUBLIC_URL'] ?? `http://localhost:${mainPort}`,
    logLevel: configured['LOG_LEVEL'] ?? 'info',
    configured,
  };
  if (!URL.canParse(settings.publicUrl)) bad.push('PUBLIC_URL must be a URL');
  if (bad.length > 0) throw new Error(`${bad.join('; ')}.`);
  return settings;
}

/** Returns the port of VPSs: as configured, otherwise 22, or 2222 for a user who may not listen below 1024. */
export function chooseTargetPort({ configured }: Settings, uid = process.getuid?.()): string {
  return configured['INSTALL_TARGET_PORT'] ?? (uid === 0 ? '22' : '2222');
}
