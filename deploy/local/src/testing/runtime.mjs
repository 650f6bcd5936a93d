import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import JestRuntime from 'jest-runtime';

// V8 optimises a function after 67,584 bytes of its bytecode have run. Most spec files are over before that pays.
setFlagsFromString('--interrupt-budget=1000000');

const loadByNode = createRequire(import.meta.url);

const LIBRARY = /\/node_modules\//;
/**
 * Loaded anew for each spec file: they hold what the product initialises once, a registry and a WebAssembly memory, or
 * all classes that they have ever seen.
 */
const LIBRARY_PER_FILE = /\/node_modules\/(prom-client|@bokuweb\/zstd-wasm|@nestjs\/testing)\//;

/** Of this worker: each file's source and what it compiled to. */
const compiled = new Map();

/**
 * Jest's runtime without the work that is the same for each spec file (ADR 0038). A module is compiled once per worker,
 * also for jsdom's contexts; every spec file still evaluates the product's modules anew. In environment.mjs, which has
 * no context of its own, libraries are evaluated once per worker too, by Node; `jest.mock` replaces them as ever.
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
