type Listener = () => void;

/** Event emitter that decouples a module from its listeners. */
export function emitter() {
  const listeners = new Set<Listener>();
  return {
    emit: (): void => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
