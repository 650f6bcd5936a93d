// Cheap load generator in one process. Requests are prepared in advance, and responses are only counted.
import { once } from 'node:events';
import { connect } from 'node:net';

export interface LoadOptions {
  url: string;
  /** Header sets that requests use in rotation. */
  headers: Record<string, string>[];
  seconds: number;
  connections?: number;
}

/** Sends requests over keep-alive connections. A response other than 200 ends the run. */
export async function load({
  url,
  headers,
  seconds,
  connections = 32,
}: LoadOptions): Promise<{ answers: number; perSecond: number }> {
  const { hostname, port, pathname } = new URL(url);
  const requests = headers.map((fields) => {
    const lines = Object.entries({ host: `${hostname}:${port}`, ...fields });
    return `GET ${pathname} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`;
  });
  let answers = 0;
  let next = 0;
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, one));
  return { answers, perSecond: answers / ((performance.now() - startedAt) / 1000) };

  async function one(): Promise<void> {
    const socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    const ask = () => socket.write(requests[next++ % requests.length]!);
    let text = '';
    socket.on('data', (chunk: string) => {
      text += chunk;
      const length = lengthOf(text);
      if (length === undefined || text.length < length) return;
      if (!text.startsWith('HTTP/1.1 200')) return socket.destroy(new Error(text.slice(0, 600)));
      text = text.slice(length);
      answers += 1;
      if (performance.now() < end) ask();
      else socket.end();
    });
    ask();
    await once(socket, 'close');
  }
}

/** Returns the length of the complete response, or undefined until its headers have arrived. */
function lengthOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head));
  if (!length) throw new Error(`an answer without a length:\n${text.slice(0, head)}`);
  return head + 4 + Number(length[1]);
}
