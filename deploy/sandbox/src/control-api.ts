import { json, type LocalRequest, type Reply } from './local-http.js';
import { act, isAction } from './actions.js';
import { changeFaults, noFaults } from './faults.js';
import type { SandboxParts } from './sandbox-parts.js';
import { readTransfer } from './binance/transfers.js';

const PATH = /^\/_sandbox\/transactions\/([^/]+)\/([a-z-]+)$/;

/**
 * Serves `/_sandbox/…` for tests: all actions of the pages, and the faults. A bill is named by its own or the
 * merchant's reference.
 */
export async function answerControl(
  request: LocalRequest,
  parts: SandboxParts,
): Promise<Reply | null> {
  const { method, path, body } = request;
  try {
    switch (`${method} ${path}`) {
      case 'GET /_sandbox/transactions':
        return json(parts.transactions.all());
      case 'GET /_sandbox/faults':
        return json(parts.faults);
      case 'POST /_sandbox/faults':
        changeFaults(parts.faults, readObject(body));
        return json(parts.faults);
      case 'POST /_sandbox/reset':
        Object.assign(parts.faults, noFaults());
        parts.clear();
        return json({});
      case 'GET /_sandbox/binance/transfers':
        return json(parts.transfers);
      case 'POST /_sandbox/binance/transfers':
        return json(
          parts.addTransfer(readTransfer(readObject(body), parts.receiverId, parts.isNextOld())),
        );
    }
    const match = method === 'POST' && PATH.exec(path);
    return match ? await change(parts, match[1] ?? '', match[2] ?? '', body) : null;
  } catch (error) {
    return json({ message: (error as Error).message }, 400);
  }
}

/** `callback` resends the current status, `times` in parallel, and waits for every response. */
async function change(
  parts: SandboxParts,
  name: string,
  action: string,
  body: string,
): Promise<Reply | null> {
  if (action !== 'callback' && !isAction(action)) return null;
  const one = parts.findTransaction(name);
  if (!one) return json({ message: `There is no bill ${name}` }, 404);
  if (action === 'callback') {
    const times = Number(readObject(body)['times'] ?? 1);
    const sends = Array.from({ length: times }, () => parts.callbacks.send(one, one.status));
    const accepted = (await Promise.all(sends)).filter(Boolean).length;
    return json({ ...one, accepted });
  }
  act(action, parts.transactions, one);
  return json(one);
}

function readObject(body: string): Record<string, unknown> {
  const value: unknown = body === '' ? {} : JSON.parse(body);
  if (typeof value !== 'object' || value === null) throw new Error('The body must be an object');
  return value as Record<string, unknown>;
}
