import { AsyncLocalStorage } from 'node:async_hooks';
import { LegacyFakeTimers, ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const globals = Object.getOwnPropertyDescriptors(globalThis);
const { exit, getBuiltinModule } = process;
const variables = { ...process.env };
const listeners = allListeners();
const { run, enterWith, getStore } = AsyncLocalStorage.prototype;

/**
 * Runs spec files in the worker's own global object instead of a context for each, so that they can share libraries
 * (runtime.mjs, ADR 0038) and `instanceof` works like in production. Changes by a spec file are undone: globals,
 * environment variables, listeners of `process` and the contents of AsyncLocalStorages. Jest restores timers and
 * spies.
 */
export default class Environment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig: config }) {
    const { global, moduleMocker } = this;
    const timerConfig = { idToRef: (id) => id, refToId: (ref) => ref };
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
    this.stores = new Stores();
  }

  getVmContext() {
    return this.global;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.stores.forget();
    removeAdded(globalThis, globals);
    Object.defineProperties(globalThis, globals);
    removeAdded(process.env, variables);
    Object.assign(process.env, variables);
    Object.assign(process, { exit, getBuiltinModule });
    for (const [event, listener] of allListeners()) {
      if (!listeners.some(([, known]) => known === listener)) process.off(event, listener);
    }
  }
}

/**
 * Timers and sockets retain the contents of each AsyncLocalStorage from their creation. Jest's own storage contains
 * the hook that starts the application, and thus the entire application. In addition, each promise queries every
 * storage that is in use.
 */
class Stores {
  storages = new Set();
  boxes = new Set();

  constructor() {
    const box = (storage, store) => {
      const made = { store };
      this.storages.add(storage);
      this.boxes.add(made);
      return made;
    };
    Object.assign(AsyncLocalStorage.prototype, {
      run(store, ...call) {
        return run.call(this, box(this, store), ...call);
      },
      enterWith(store) {
        enterWith.call(this, box(this, store));
      },
      getStore() {
        return getStore.call(this)?.store;
      },
    });
  }

  forget() {
    Object.assign(AsyncLocalStorage.prototype, { run, enterWith, getStore });
    for (const storage of this.storages) storage.disable();
    for (const box of this.boxes) box.store = undefined;
  }
}

/** Properties that cannot be deleted stay, such as the symbol under which Jest stores its matchers. */
function removeAdded(object, initial) {
  for (const key of Reflect.ownKeys(object)) {
    if (!Object.hasOwn(initial, key)) Reflect.deleteProperty(object, key);
  }
}

function allListeners() {
  return process
    .eventNames()
    .flatMap((event) => process.rawListeners(event).map((listener) => [event, listener]));
}
