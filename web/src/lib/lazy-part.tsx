import { type ComponentType, lazy, useState } from 'react';

interface Lazy {
  /** Fetches the code. Its failure is the next one's to report. */
  preload: () => Promise<object | undefined>;
  /** Where fetching failed: the next time that the part is shown it is fetched again. React alone keeps a failure. */
  retry: () => void;
}

/**
 * A part of the page whose code is fetched separately, when it is first shown or by `preload`. What has come by then is
 * shown at once. React.lazy alone would show its placeholder even so, and what follows a placeholder 300 ms later at
 * the earliest (FALLBACK_THROTTLE_MS). The one use of React.lazy: a dialog is a `lazyDialog`, which is made of it.
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
    // Chosen once, or the part would lose its state when the code has come.
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
