type Listeners = { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };

/** Listens on an element; each may keep the browser from what it would do. @returns the way to stop */
export function listen(element: HTMLElement, listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, (event: Event) => void][];
  for (const [name, listener] of all) element.addEventListener(name, listener, { passive: false });
  return () => {
    for (const [name, listener] of all) element.removeEventListener(name, listener);
  };
}
