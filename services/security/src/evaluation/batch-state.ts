import type { OffenderState, RuleHit } from '../blocks/offenders.repository.js';
import type { RuleEntity } from '../rules/rule.entity.js';
import type { SignalEntity } from './signal.entity.js';
import { EVERYWHERE, type RuleCheck } from './checks.js';

const NOTHING: OffenderState = {
  countedFrom: null,
  offences: 0,
  graceUntil: null,
  hits: new Map(),
};

/** What is remembered of a batch's addresses and accounts, together with what the batch itself adds. */
export class Remembered {
  readonly newHits: RuleHit[] = [];
  private readonly offences = new Map<string, number>();

  constructor(
    private readonly states: ReadonlyMap<string, OffenderState>,
    private readonly rules: readonly RuleEntity[],
  ) {}

  stateOf(key: string): OffenderState {
    const state = this.states.get(key) ?? NOTHING;
    return { ...state, offences: this.offences.get(key) ?? state.offences };
  }

  /** @returns the new number */
  addOffence(key: string): number {
    const offences = this.stateOf(key).offences + 1;
    this.offences.set(key, offences);
    return offences;
  }

  hit(hit: RuleHit): void {
    this.newHits.push(hit);
  }

  /**
   * From when on the signals count at the time of this slice; undefined where the rule does not apply: the alarm
   * has been raised already, or the alarm that the rule requires has not.
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

const windowStart = (rule: RuleEntity, { occurredAt }: SignalEntity): Date =>
  new Date(occurredAt.getTime() - rule.windowSeconds * 1_000);

const latest = (first: Date, ...others: (Date | null)[]): Date =>
  others.reduce<Date>((last, other) => (other && other > last ? other : last), first);
