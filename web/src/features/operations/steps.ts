import type {
  OperatedService,
  DependencyTestResult,
  ServiceOperations,
} from '@casement/proto/http/operations.js';

/** `untested`: configured but never tested. `unknown`: the service did not respond. */
export type StepState = 'done' | 'failing' | 'untested' | 'todo' | 'unknown';

export type StepName =
  | 'two-factor'
  | 'payment-gateway'
  | 'midtrans'
  | 'stripe'
  | 'binance'
  | 'mail'
  | 'image'
  | 'telegram-bot';

/** Admin section of a step. Steps without a section are configured only by environment variables. */
export type HistoryState = '2fa' | 'payments' | 'windows' | 'telegram';

/** A step that a service tests by calling its external dependency. */
interface ServiceStep {
  name: Exclude<StepName, 'two-factor'>;
  service: OperatedService;
  location?: HistoryState;
}

/** Steps in the order of setup, after the administrator's own two-factor. */
export const SERVICE_STEPS: readonly ServiceStep[] = [
  { name: 'payment-gateway', service: 'billing', location: 'payments' },
  { name: 'midtrans', service: 'billing', location: 'payments' },
  { name: 'stripe', service: 'billing', location: 'payments' },
  { name: 'binance', service: 'billing', location: 'payments' },
  { name: 'mail', service: 'auth' },
  { name: 'image', service: 'install', location: 'windows' },
  { name: 'telegram-bot', service: 'telegram', location: 'telegram' },
];

export interface StepProgress {
  state: StepState;
  last: DependencyTestResult | null;
}

/** Returns the progress of a step from its service's response; `unknown` if there is no response. */
export function progressOf(name: StepName, operations?: ServiceOperations): StepProgress {
  const system = operations?.outside?.find((dependency) => dependency.name === name);
  if (!system) return { state: 'unknown', last: null };
  const { configured, last } = system;
  if (!configured) return { state: 'todo', last };
  if (!last) return { state: 'untested', last };
  return { state: last.ok ? 'done' : 'failing', last };
}

/** Drops the payment providers without settings if another is configured, because one is enough. */
export function neededSteps<T extends { service: OperatedService; progress: StepProgress }>(
  steps: T[],
): T[] {
  const isUnset = ({ service, progress: { state } }: T) =>
    service === 'billing' && (state === 'todo' || state === 'unknown');
  const hasProvider = steps.some((step) => step.service === 'billing' && !isUnset(step));
  return hasProvider ? steps.filter((step) => !isUnset(step)) : steps;
}
