import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import JestRuntime from 'jest-runtime';

// By default, V8 optimizes a function after 67,584 bytes of its bytecode have run. Most spec files end before that
// pays off.
setFlagsFromString('--interrupt-budget=1000000');

const loadByNode = createRequire(import.meta.url);

const LIBRARY = /\/node_modules\//;
/**
 * Libraries loaded separately for each spec file, because they hold state that the product initialises once (a
 * registry and a WebAssembly memory) or all classes that they have ever seen.
 */
const LIBRARY_PER_FILE = /\/node_modules\/(prom-client|@bokuweb\/zstd-wasm|@nestjs\/testing)\//;

/** Cache of this worker: source and compiled code by file. */
const compiled = new Map();

/**
 * Jest's runtime without repeated work per spec file (ADR 0038). A module is compiled once per worker, including for
 * jsdom's contexts. Every spec file still evaluates the product's modules separately. In environment.mjs, which
 * shares the worker's context, Node also evaluates libraries once per worker. `jest.mock` still replaces them.
 */
export default class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    this.executor.compile = (source, filename) => {
      const context = this._environment.getVmContext();
      if (context === null) return null;
      const script = compile(source, filename, this.executor.injectedModuleParameters);
      return context === globalThis ? script.runInThisContext() : script.runInContext(context);
    };
  }

  requireModule(from, name, options, isRequireActual) {
    if (name && !options?.isInternalModule && this._environment.getVmContext() === globalThis) {
      const path = this._resolution.isCoreModule(name)
        ? ''
        : this._resolution.resolveCjs(from, name);
      if (LIBRARY.test(path) && !LIBRARY_PER_FILE.test(path)) return loadByNode(path);
    }
    return super.requireModule(from, name, options, isRequireActual);
  }
}

function compile(source, filename, parameters) {
  const known = compiled.get(filename);
  if (known?.source === source) return known.script;
  const before = `(function (${parameters.join()}) {`;
  const script = new Script(`${before}${source}\n})`, { filename, columnOffset: -before.length });
  compiled.set(filename, { source, script });
  return script;
}
