import { createClient, type CasementClient } from '@casement/client';
import type { Command } from 'commander';
import { stripControlCharacters, type Io } from './io.js';
import { readSettings } from './settings.js';
import { VERSION } from './version.js';

/** Context of each command. */
export interface Session {
  io: Io;
  client: CasementClient;
  /** Origin of the server. */
  url: string;
  /** `--json`: standard output contains only data for programs. */
  json: boolean;
  /** Prints data as JSON or as readable text. */
  show: (data: unknown, text: () => string) => void;
}

interface GlobalOptions {
  json?: boolean;
  url?: string;
}

export const userAgent = `casement-cli/${VERSION}`;

/** Wraps a function that calls Casement into a command handler. The key is read when the command runs. */
export const withSession =
  <A extends unknown[]>(io: Io, run: (session: Session, ...args: A) => Promise<void>) =>
  async (...commandArgs: unknown[]): Promise<void> => {
    const command = commandArgs.pop() as Command;
    const { json = false, url } = command.optsWithGlobals<GlobalOptions>();
    const settings = readSettings(io.env, url);
    const client = createClient({
      baseUrl: settings.url,
      key: settings.key,
      userAgent,
      fetch: io.fetch,
    });
    await run(
      { io, client, url: settings.url, json, show: createPrinter(io, json) },
      ...(commandArgs as A),
    );
  };

export const createPrinter =
  (io: Io, json: boolean): Session['show'] =>
  (data, text) =>
    io.write(json ? `${JSON.stringify(data)}\n` : `${stripControlCharacters(text())}\n`);
