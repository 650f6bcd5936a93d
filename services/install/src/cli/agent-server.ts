import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ZodError } from 'zod';
import type { RecoveryOrder } from '@casement/proto/http/install/recovery.js';
import {
  AgentRefused,
  type AgentRefusal,
} from '@casement/install-engine/agent-api/agent-session.js';
import type { AgentCaller } from '@casement/install-engine/agent-api/ports.js';
import type {
  AgentCalls,
  ChunkAnswer,
  Form,
} from '@casement/install-engine/agent-api/agent-calls.js';

const BODY_LIMIT = 64 * 1024;

type Answer = string | Buffer | ChunkAnswer | null;

/** Returns the order for the recovery system; `null` if the token is unknown. */
type RecoveryReports = (token: string, report: unknown) => RecoveryOrder | null;

/** Serves the agent's calls from a bare HTTP server, for the command line and the simulator. */
export function agentServer(
  calls: () => AgentCalls,
  recovery: RecoveryReports = () => null,
): Server {
  return createServer((request, response) => {
    void serve(calls(), recovery, request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(statusOf(error)).end();
    });
  });
}

async function serve(
  calls: AgentCalls,
  recovery: RecoveryReports,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://agent');
  const address = request.socket.remoteAddress?.replace('::ffff:', '') ?? '';
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const query = Object.fromEntries(url.searchParams);
  const body = await readBody(request);
  if (url.pathname === '/api/install/agent/recovery/report') {
    const order = recovery(token, JSON.parse(body));
    return void response.writeHead(order ? 200 : 401).end(JSON.stringify(order));
  }
  const form = request.method === 'POST' ? Object.fromEntries(new URLSearchParams(body)) : query;
  const answer = await route(calls, `${request.method} ${url.pathname}`, { token, address }, form);
  if (answer === null) return void response.writeHead(404).end();
  if (typeof answer === 'string' || Buffer.isBuffer(answer)) return void response.end(answer);
  if ('url' in answer) return void response.writeHead(307, { location: answer.url }).end();
  response.writeHead(200, { 'content-length': answer.size });
  await pipeline(answer.content, response);
}

async function route(
  calls: AgentCalls,
  call: string,
  caller: AgentCaller,
  form: Form,
): Promise<Answer> {
  const [, path, last = ''] = /^(\w+ .*)\/([^/]*)$/.exec(call) ?? [];
  switch (path) {
    case 'GET /images/chunks':
      return calls.chunk(
        caller,
        last,
        typeof form['origin'] === 'string' ? form['origin'] : undefined,
      );
    case 'POST /api/install/agent/windows-up':
      return calls.windowsUp(last, caller.token, form);
  }
  switch (call) {
    case 'GET /api/install/agent/time':
      return calls.time(caller);
    case 'GET /api/install/agent/files':
      return calls.files(caller, form);
    case 'POST /api/install/agent/check-in':
      return calls.checkIn(caller, form);
    case 'POST /api/install/agent/commit':
      return calls.commit(caller, form);
    case 'POST /api/install/agent/progress':
      return calls.progress(caller, form);
    case 'POST /api/install/agent/failure':
      await calls.failure(caller, form);
      return calls.answer({ STATUS: 'ok' });
    default:
      return null;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > BODY_LIMIT) throw new Error('body too large');
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const STATUS: Record<AgentRefusal, number> = {
  AGENT_TOKEN_INVALID: 401,
  AGENT_ELSEWHERE: 403,
  COMMIT_REFUSED: 409,
  FETCHED_TOO_MUCH: 429,
};

function statusOf(error: unknown): number {
  if (error instanceof ZodError) return 400;
  if (error instanceof AgentRefused) return STATUS[error.code];
  return 500;
}
