import type { ExecutionContext } from '@nestjs/common';

type Target = ReturnType<ExecutionContext['getHandler']>;

/**
 * Reads a route's decorators once per route, because reflection costs as much as the work of a small call.
 *
 * @example
 *   private readonly access = perRoute((...targets) => reflector.getAllAndOverride(ACCESS, targets));
 *   // in canActivate
 *   const access = this.access(context);
 */
export function perRoute<T>(
  read: (handler: Target, controller: Target) => T,
): (context: ExecutionContext) => T {
  // Keyed by handler and controller, because several controllers can inherit one handler.
  const known = new WeakMap<Target, WeakMap<Target, { value: T }>>();
  return (context) => {
    const [handler, controller] = [context.getHandler(), context.getClass<unknown>()];
    let ofHandler = known.get(handler);
    if (!ofHandler) known.set(handler, (ofHandler = new WeakMap()));
    let found = ofHandler.get(controller);
    if (!found) ofHandler.set(controller, (found = { value: read(handler, controller) }));
    return found.value;
  };
}
