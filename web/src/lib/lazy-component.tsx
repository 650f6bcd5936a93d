import { type ComponentType, lazy, useState } from 'react';

interface LazyMethods {
  /** Fetches the code in advance. Never rejects: a failure is reported when the component is rendered. */
  preload: () => Promise<object | undefined>;
  /** Refetches on the next render after a failure, because React.lazy caches failures. */
  retry: () => void;
}

/**
 * A part of the page whose code is fetched separately, on first render or by `preload`. Loaded code renders
 * immediately, whereas React.lazy would still show its fallback and delay what follows by at least 300 ms
 * (FALLBACK_THROTTLE_MS). This is the only use of React.lazy; dialogs use `lazyDialog`, which is built on it.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & LazyMethods {
  let ready: ComponentType<Props> | undefined;
  const fetchCode = async () => {
    const module = await load();
    ready = module.default;
    return module;
  };
  let LazyComponent = lazy(fetchCode);
  function Wrapper(props: Props) {
    // Resolved once; choosing again after the chunk loads would remount the component and lose its state.
    const [Rendered] = useState(() => ready ?? (LazyComponent as ComponentType<Props>));
    return <Rendered {...props} />;
  }
  return Object.assign(Wrapper, {
    preload: () => fetchCode().catch(() => undefined),
    retry: () => {
      LazyComponent = lazy(fetchCode);
    },
  });
}
