import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { ZodError } from 'zod';
import { AgentRefused } from '../engine/agent-api/agent-session.js';
import type { AgentCalls, Form } from '../engine/agent-api/agent-calls.js';

const BODY_LIMIT = 64 * 1024;

type Answer = string | Buffer | { size: number; content: NodeJS.ReadableStream } | null;

/** The agent's calls over a bare HTTP server: for the command line and the simulator, which need no framework. */
export function agentServer(calls: () => AgentCalls): Server {
  return createServer((request, response) => {
    void serve(calls(), request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy();
      response.writeHead(statusOf(error)).end();
    });
  });
}

async function serve(
  calls: AgentCalls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://agent');
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const query = Object.fromEntries(url.searchParams);
  const form = request.method === 'POST' ? await readForm(request) : query;
  const answer = await route(calls, `${request.method} ${url.pathname}`, token, form);
  if (answer === null) return void response.writeHead(404).end();
  if (typeof answer === 'string' || Buffer.isBuffer(answer)) return void response.end(answer);
  response.writeHead(200, { 'content-length': answer.size });
  await pipeline(answer.content, response);
}

async function route(calls: AgentCalls, call: string, token: string, form: Form): Promise<Answer> {
  const [, path, last = ''] = /^(\w+ .*)\/([^/]*)$/.exec(call) ?? [];
  switch (path) {
    case 'GET /images/chunks':
      return calls.chunk(token, last);
    case 'POST /api/install/agent/windows-up':
      return calls.windowsUp(last, token);
  }
  switch (call) {
    case 'GET /api/install/agent/time':
      return calls.time(token);
    case 'GET /api/install/agent/files':
      return calls.files(token, form);
    case 'POST /api/install/agent/check-in':
      return calls.checkIn(token, form);
    case 'POST /api/install/agent/commit':
      return calls.commit(token, form);
    case 'POST /api/install/agent/progress':
      return calls.progress(token, form);
    case 'POST /api/install/agent/failure':
      await calls.failure(token, form);
      return calls.answer({ STATUS: 'ok' });
    default:
      return null;
  }
}

async function readForm(request: IncomingMessage): Promise<Form> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT) throw new Error('form too large');
    parts.push(part);
  }
  return Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString('utf8')));
}

function statusOf(error: unknown): number {
  if (error instanceof ZodError) return 400;
  if (error instanceof AgentRefused) return error.code === 'COMMIT_REFUSED' ? 409 : 401;
  return 500;
}
