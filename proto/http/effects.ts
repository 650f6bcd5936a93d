import { PAGE_SIZE } from '../limits.js';

interface EffectClass {
  /**
   * Whether the caller must have entered a password or code within the last five minutes (403 STEP_UP_REQUIRED).
   * `bulk`: only for requests beyond the first page of a list, and for a list as a file.
   */
  readonly stepUp: boolean | 'bulk';
  readonly means: string;
}

/** Effect classes of routes. A service with an unclassified route does not start (ADR 23). */
export const EFFECTS = {
  money: { stepUp: true, means: 'creates, prices, returns or spends quota of others' },
  access: {
    stepUp: true,
    means: 'changes who may sign in or call the API, or what runs on machines of customers',
  },
  data: { stepUp: 'bulk', means: 'shows data of many customers' },
  broadcast: { stepUp: true, means: 'shows a text to all customers' },
  availability: { stepUp: true, means: 'locks people out, or switches a part of the service off' },

  export: { stepUp: true, means: 'hands over all data about the caller' },

  read: { stepUp: false, means: 'changes nothing and shows no list of customers' },
  own: { stepUp: false, means: 'changes only what belongs to the caller' },
  /**
   * Purchases and installs. They require no recent password or code because customers and their API keys make them
   * all day.
   */
  purchase: {
    stepUp: false,
    means: "is paid with the caller's own money, or with their quota and a password of the VPS",
  },
  proof: {
    stepUp: false,
    means:
      'carries its own proof: a password, a code, a link, a signature or a token of an install',
  },
  upkeep: { stepUp: false, means: 'work of administrators without the effects above' },
} as const satisfies Record<string, EffectClass>;
export type Effect = keyof typeof EFFECTS;

/** Parts of a request that decide whether it reads in bulk. Not validated yet. */
export interface RequestedList {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly accept?: string;
}

/** Returns whether this request to a route needs a recent password or code. */
export function needsStepUp(
  { effect, or, raw }: { readonly effect: Effect; readonly or?: string; readonly raw?: string },
  { query = {}, accept = '' }: RequestedList,
): boolean {
  const { stepUp } = EFFECTS[effect];
  if (stepUp !== 'bulk') return stepUp;
  const { page = 1, pageSize = PAGE_SIZE, after } = query;
  const isFirstPage = Number(page) <= 1 && Number(pageSize) <= PAGE_SIZE && !after;
  const isFile = raw !== undefined || (or !== undefined && accept.includes(or));
  return isFile || !isFirstPage;
}
