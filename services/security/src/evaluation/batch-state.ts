import type { OffenderState, RuleHit } from '../blocks/offenders.service.js';
import type { Rule } from '../rules/rules.service.js';
import type { SignalEntity } from './signal.entity.js';
import { EVERYWHERE, type RuleCheck } from './checks.js';

const NO_STATE: OffenderState = {
  countedFrom: null,
  offences: 0,
  graceUntil: null,
  hits: new Map(),
};

/** State of the addresses and accounts of a batch: as stored, plus the changes made by the batch itself. */
export class BatchState {
  readonly newHits: RuleHit[] = [];
  private readonly offences = new Map<string, number>();

  constructor(
    private readonly states: ReadonlyMap<string, OffenderState>,
    private readonly rules: readonly Rule[],
  ) {}

  stateOf(key: string): OffenderState {
    const state = this.states.get(key) ?? NO_STATE;
    return { ...state, offences: this.offences.get(key) ?? state.offences };
  }

  /** @returns the new number of offences */
  addOffence(key: string): number {
    const offences = this.stateOf(key).offences + 1;
    this.offences.set(key, offences);
    return offences;
  }

  hit(hit: RuleHit): void {
    this.newHits.push(hit);
  }

  /**
   * Returns the time from which signals count for this slice. Returns undefined if the rule does not apply: it is an
   * `everywhere` rule that was already hit within its window, or the rule that it depends on was not.
   */
  countingSince({ rule, key }: RuleCheck, slice: readonly SignalEntity[]): Date | undefined {
    const [first, last] = [slice[0], slice.at(-1)];
    if (!first || !last) return undefined;
    const hitAt = this.lastHit(key, rule.name);
    if (rule.per === 'everywhere' && hitAt && hitAt > windowStart(rule, last)) return undefined;
    if (rule.during !== null && !this.isAlarmed(rule.during, last)) return undefined;
    return latest(windowStart(rule, first), this.stateOf(key).countedFrom, hitAt);
  }

  private isAlarmed(name: string, signal: SignalEntity): boolean {
    const alarm = this.rules.find((rule) => rule.name === name);
    const hitAt = this.lastHit(EVERYWHERE, name);
    return alarm !== undefined && hitAt !== null && hitAt > windowStart(alarm, signal);
  }

  private lastHit(key: string, rule: string): Date | null {
    const inBatch = this.newHits.findLast((hit) => hit.key === key && hit.rule === rule);
    return inBatch?.at ?? this.states.get(key)?.hits.get(rule) ?? null;
  }
}

const windowStart = (rule: Rule, { occurredAt }: SignalEntity): Date =>
  new Date(occurredAt.getTime() - rule.windowSeconds * 1_000);

const latest = (first: Date, ...others: (Date | null)[]): Date =>
  others.reduce<Date>((last, other) => (other && other > last ? other : last), first);
