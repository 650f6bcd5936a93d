import { type ComponentType, lazy, useState } from 'react';

interface Lazy {
  /** Fetches the code. A failure is reported when the part is rendered. */
  preload: () => Promise<object | undefined>;
  /** Fetches again on the next render after a failure, because React.lazy caches failures. */
  retry: () => void;
}

/**
 * A part of the page whose code is fetched separately, on first render or by `preload`. Loaded code renders
 * immediately, whereas React.lazy would still show its fallback and delay what follows by at least 300 ms
 * (FALLBACK_THROTTLE_MS). This is the only use of React.lazy; dialogs use `lazyDialog`, which is built on it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & Lazy {
  let ready: ComponentType<Props> | undefined;
  const fetchCode = async () => {
    const module = await load();
    ready = module.default;
    return module;
  };
  let Later = lazy(fetchCode);
  function Part(props: Props) {
    // Resolved once; choosing again after the chunk loads would remount the component and lose its state.
    const [Shown] = useState(() => ready ?? (Later as ComponentType<Props>));
    return <Shown {...props} />;
  }
  return Object.assign(Part, {
    preload: () => fetchCode().catch(() => undefined),
    retry: () => {
      Later = lazy(fetchCode);
    },
  });
}
