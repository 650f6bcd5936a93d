type Listener = () => void;

/** What one part of the page reports and others, which it does not know, listen to. */
export function emitter() {
  const listeners = new Set<Listener>();
  return {
    emit(): void {
      for (const listener of listeners) listener();
    },
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
