import type {
  OperatedService,
  DependencyTestResult,
  ServiceOperations,
} from '@casement/proto/http/operations.js';

/** `untested`: it has its settings, but was never tested. `unknown`: its service did not answer. */
export type StepState = 'done' | 'failing' | 'untested' | 'todo' | 'unknown';

export type StepName =
  'two-factor' | 'payment-gateway' | 'binance' | 'mail' | 'image' | 'telegram-bot';

/** The admin section where a step is done; the settings of the others stand in the environment alone. */
export type HistoryState = '2fa' | 'payments' | 'windows' | 'telegram';

/** A step that a service tests by asking an outside system. */
interface AskedStep {
  name: Exclude<StepName, 'two-factor'>;
  service: OperatedService;
  place?: HistoryState;
}

/** In the order in which a new administrator does them, after one's own two-factor. */
export const ASKED_STEPS: readonly AskedStep[] = [
  { name: 'payment-gateway', service: 'billing', place: 'payments' },
  { name: 'binance', service: 'billing', place: 'payments' },
  { name: 'mail', service: 'auth' },
  { name: 'image', service: 'install', place: 'windows' },
  { name: 'telegram-bot', service: 'telegram', place: 'telegram' },
];

export interface StepProgress {
  state: StepState;
  /** The answer to the last test. */
  last: DependencyTestResult | null;
}

/** The progress of a step, from its service's answer; undefined while there is none. */
export function progressOf(name: StepName, operations?: ServiceOperations): StepProgress {
  const system = operations?.outside?.find((one) => one.name === name);
  if (!system) return { state: 'unknown', last: null };
  const { configured, last } = system;
  if (!configured) return { state: 'todo', last };
  if (!last) return { state: 'untested', last };
  return { state: last.ok ? 'done' : 'failing', last };
}
