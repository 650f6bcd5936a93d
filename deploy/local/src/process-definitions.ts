import { RELAY, replicasOf, type ServiceName } from './addresses.js';
import { freshLog, type DataFolders } from './data-folders.js';
import {
  gatewayEnvironment,
  relayEnvironment,
  serviceEnvironment,
  webEnvironment,
  type ProcessContext,
} from './environment.js';
import { startProcess } from './processes/processes.js';
import type { Programs } from './programs.js';
import type { Secrets } from './secrets.js';
import type { Settings } from './settings.js';
import type { ProcessDefinition } from './processes/supervised.js';

export interface Casement {
  settings: Settings;
  folders: DataFolders;
  secrets: Secrets;
  programs: Programs;
  print: (line: string) => void;
}

/** Returns every replica of a service: `auth`, `auth-2`, … */
export function serviceProcesses(
  name: ServiceName,
  casement: Casement,
  context: ProcessContext,
): ProcessDefinition[] {
  return replicasOf(context.addresses).map(({ http }, replica) =>
    nodeProcess(casement.folders, {
      name: replicaName(name, replica),
      file: casement.programs.service(name).main,
      env: serviceEnvironment(name, context, replica),
      readyUrl: `http://127.0.0.1:${http[name]}/health/ready`,
    }),
  );
}

/** Returns every replica of the desktop relay. @param variables names in its own config.ts */
export function relayProcesses(
  { programs, folders }: Casement,
  context: ProcessContext,
  variables: ReadonlySet<string>,
): ProcessDefinition[] {
  return replicasOf(context.addresses).map(({ http }, replica) =>
    nodeProcess(folders, {
      name: replicaName(RELAY, replica),
      file: programs.relay.main,
      env: relayEnvironment(context, variables, replica),
      readyUrl: `http://127.0.0.1:${http[RELAY]}/health/ready`,
    }),
  );
}

const replicaName = (name: string, replica: number) =>
  replica === 0 ? name : `${name}-${replica + 1}`;

export function webProcess(
  { programs, folders }: Casement,
  context: ProcessContext,
): ProcessDefinition {
  return nodeProcess(folders, {
    name: 'web',
    file: programs.web,
    env: webEnvironment(context),
    readyUrl: `http://127.0.0.1:${context.addresses.http.web}/config.json`,
  });
}

/** The gateway is ready when it forwards a request to the web server. */
export function gatewayProcess(
  { programs, folders, settings }: Casement,
  context: ProcessContext,
): ProcessDefinition {
  return nodeProcess(folders, {
    name: 'gateway',
    file: programs.gateway,
    env: gatewayEnvironment(context, programs.kongFile),
    readyUrl: `http://127.0.0.1:${settings.port}/config.json`,
  });
}

interface NodeProgram {
  name: string;
  file: string;
  env: NodeJS.ProcessEnv;
  /** Returns 2xx when the process is ready. */
  readyUrl: string;
}

function nodeProcess(
  folders: DataFolders,
  { name, file, env, readyUrl }: NodeProgram,
): ProcessDefinition {
  const logFile = freshLog(folders, name);
  const command = process.execPath;
  return {
    name,
    launch: (onStart) =>
      startProcess({ name, command, args: [file], env, logFile, detached: true, onStart }),
    isReady: () => isAnswered(readyUrl),
  };
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    // A keep-alive connection would delay the server's shutdown.
    const headers = { connection: 'close' };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
