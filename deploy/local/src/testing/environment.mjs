import { LegacyFakeTimers, ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const globals = Object.getOwnPropertyDescriptors(globalThis);
const { exit, getBuiltinModule } = process;
const variables = { ...process.env };
const listeners = allListeners();

/**
 * A worker's own global object for its spec files in place of a context for each, so that they can share libraries
 * (runtime.mjs, ADR 0038), and `instanceof` holds as it does in production. What a spec file leaves behind is undone:
 * globals, variables of the environment and the listeners of `process`; Jest restores timers and spies.
 */
export default class Environment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig: config }) {
    const { global, moduleMocker } = this;
    const timerConfig = { idToRef: (id) => id, refToId: (ref) => ref };
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
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

/** Jest keeps its matchers under a symbol that cannot be deleted. */
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
