type Listener = () => void;

const listeners = new Set<Listener>();

/** The end of a session that cannot be refreshed. The API client tells it; the session store listens. */
export const finalSignOut = {
  emit(): void {
    for (const listener of listeners) listener();
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
