import { Script } from 'node:vm';
import JestRuntime from 'jest-runtime';

/** Of this worker: each file's source and what it compiled to. */
const compiled = new Map();

/**
 * Jest's runtime, which compiles a module once per worker in place of once per spec file. Every spec file still evaluates
 * each module anew, in its own context, jsdom's too.
 */
export default class Runtime extends JestRuntime {
  constructor(...args) {
    super(...args);
    this.executor.compile = (source, filename) => {
      const context = this._environment.getVmContext();
      if (context === null) return null;
      const script = compile(source, filename, this.executor.injectedModuleParameters);
      return script.runInContext(context);
    };
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
