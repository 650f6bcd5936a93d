import { json, type LocalRequest, type Reply } from './local-http.js';
import { act, isAction } from './actions.js';
import { changeFaults, noFaults } from './faults.js';
import type { SandboxStore } from './sandbox-store.js';
import { readTransfer } from './binance/transfers.js';

const PATH = /^\/_sandbox\/transactions\/([^/]+)\/([a-z-]+)$/;
const HOSTED_PATH = /^\/_sandbox\/(midtrans|stripe)\/([^/]+)\/([a-z-]+)$/;

/**
 * Serves `/_sandbox/…` for tests: all actions of the pages, and the faults. A bill is named by its own or the
 * merchant's reference.
 */
export async function answerControl(
  request: LocalRequest,
  store: SandboxStore,
): Promise<Reply | null> {
  const { method, path, body } = request;
  try {
    switch (`${method} ${path}`) {
      case 'GET /_sandbox/transactions':
        return json(store.transactions.all());
      case 'GET /_sandbox/hosted':
        return json([...store.hosted.midtrans.all, ...store.hosted.stripe.all]);
      case 'GET /_sandbox/faults':
        return json(store.faults);
      case 'POST /_sandbox/faults':
        changeFaults(store.faults, readObject(body));
        return json(store.faults);
      case 'POST /_sandbox/reset':
        Object.assign(store.faults, noFaults());
        store.clear();
        return json({});
      case 'GET /_sandbox/binance/transfers':
        return json(store.transfers);
      case 'POST /_sandbox/binance/transfers':
        return json(
          store.addTransfer(
            readTransfer(readObject(body), store.receiverId, store.isNextLegacyRow()),
          ),
        );
    }
    const hosted = method === 'POST' && HOSTED_PATH.exec(path);
    if (hosted) {
      const [, provider = '', name = '', action = ''] = hosted;
      return await changeHosted(store, provider, name, action);
    }
    const match = method === 'POST' && PATH.exec(path);
    return match ? await change(store, match[1] ?? '', match[2] ?? '', body) : null;
  } catch (error) {
    return json({ message: (error as Error).message }, 400);
  }
}

/** `callback` resends the current status, `times` in parallel, and waits for every response. */
async function change(
  store: SandboxStore,
  name: string,
  action: string,
  body: string,
): Promise<Reply | null> {
  if (action !== 'callback' && !isAction(action)) return null;
  const one = store.findTransaction(name);
  if (!one) return json({ message: `There is no bill ${name}` }, 404);
  if (action === 'callback') {
    const times = Number(readObject(body)['times'] ?? 1);
    const sends = Array.from({ length: times }, () => store.callbacks.send(one, one.status));
    const accepted = (await Promise.all(sends)).filter(Boolean).length;
    return json({ ...one, accepted });
  }
  act(action, store.transactions, one);
  return json(one);
}

/** `callback` resends the callback about the current state and waits for the response. */
async function changeHosted(
  store: SandboxStore,
  provider: string,
  name: string,
  action: string,
): Promise<Reply> {
  const one = store.findHosted(provider, name);
  if (!one) return json({ message: `There is no order ${name}` }, 404);
  const orders = store.hosted[one.provider];
  if (action === 'callback') return json({ ...one, accepted: await orders.send(one) });
  orders.act(one, action);
  return json(one);
}

function readObject(body: string): Record<string, unknown> {
  const value: unknown = body === '' ? {} : JSON.parse(body);
  if (typeof value !== 'object' || value === null) throw new Error('The body must be an object');
  return value as Record<string, unknown>;
}
