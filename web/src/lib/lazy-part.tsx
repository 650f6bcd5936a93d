import { type ComponentType, lazy, useState } from 'react';

/**
 * A part of the page whose code is fetched by itself, when it is first shown or by `preload`. What has come by then is
 * shown at once. React.lazy alone would show its placeholder even so, and what follows a placeholder 300 ms later at
 * the earliest (FALLBACK_THROTTLE_MS).
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & { preload: () => Promise<object | undefined> } {
  let ready: ComponentType<Props> | undefined;
  const fetchCode = async () => {
    const module = await load();
    ready = module.default;
    return module;
  };
  const Later = lazy(fetchCode);
  function Part(props: Props) {
    // Chosen once, or the part would lose its state when the code has come.
    const [Shown] = useState(() => ready ?? (Later as ComponentType<Props>));
    return <Shown {...props} />;
  }
  return Object.assign(Part, { preload: () => fetchCode().catch(() => undefined) });
}
