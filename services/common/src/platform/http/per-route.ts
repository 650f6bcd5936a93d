import type { ExecutionContext } from '@nestjs/common';

type Target = ReturnType<ExecutionContext['getHandler']>;

/**
 * Reads a route's decorators once per route, because reflection costs as much as the work of a small call.
 *
 * @example private readonly access = perRoute((handler, controller) => reflector.getAllAndOverride(ACCESS, [handler,
 * controller])); // in canActivate const access = this.access(context);
 */
export function perRoute<T>(
  read: (handler: Target, controller: Target) => T,
): (context: ExecutionContext) => T {
  // An inherited handler belongs to several controllers.
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
