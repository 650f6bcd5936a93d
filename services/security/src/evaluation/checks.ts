import type { Rule } from '../rules/rules.service.js';
import type { SignalEntity } from './signal.entity.js';
import type { SignalScope } from './signals.repository.js';

/** Length of a slice as a fraction of the rule's window. The signals of a slice are evaluated with a single count. */
const SLICE_OF_WINDOW = 0.05;

export const EVERYWHERE = '*';

/** A rule, and the new signals of one address or account that count for it. */
export interface RuleCheck {
  rule: Rule;
  scope: SignalScope;
  /** Key of the offender: its state and its lock have this key. */
  key: string;
  /**
   * Slices in chronological order, usually one. After an outage a batch may span hours; it is then evaluated slice by
   * slice.
   */
  slices: SignalEntity[][];
}

export function checksOf(rules: readonly Rule[], signals: readonly SignalEntity[]): RuleCheck[] {
  const inTime = [...signals].sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
  const checks = new Map<string, RuleCheck>();
  for (const rule of rules) {
    if (rule.mode === 'off') continue;
    for (const signal of inTime) {
      const scope = rule.kinds.includes(signal.kind) ? scopeOf(rule, signal) : undefined;
      if (!scope) continue;
      const key = keyOf(scope);
      const id = `${rule.name} ${key}`;
      const check = checks.get(id) ?? { rule, scope, key, slices: [] };
      checks.set(id, check);
      addToSlices(check, signal);
    }
  }
  return [...checks.values()];
}

function addToSlices({ rule, slices }: RuleCheck, signal: SignalEntity): void {
  const slice = slices.at(-1);
  const first = slice?.[0];
  const span = first ? signal.occurredAt.getTime() - first.occurredAt.getTime() : Infinity;
  if (slice && span <= rule.windowSeconds * 1_000 * SLICE_OF_WINDOW) slice.push(signal);
  else slices.push([signal]);
}

function scopeOf(rule: Rule, { source, userId }: SignalEntity): SignalScope | undefined {
  switch (rule.per) {
    case 'address':
      return source === null ? undefined : { per: 'address', source };
    case 'account':
      return userId === null ? undefined : { per: 'account', userId };
    case 'everywhere':
      return { per: 'everywhere' };
  }
}

function keyOf(scope: SignalScope): string {
  if (scope.per === 'address') return scope.source;
  return scope.per === 'account' ? `user:${scope.userId}` : EVERYWHERE;
}
