import type { RuleEntity } from '../rules/rule.entity.js';
import type { SignalEntity } from './signal.entity.js';
import type { SignalScope } from './signals.repository.js';

/** Signals this close together, as a part of the rule's window, are evaluated by one count. */
const SLICE_OF_WINDOW = 0.05;

export const EVERYWHERE = '*';

/** One rule and those new signals of one address or account that it counts. */
export interface RuleCheck {
  rule: RuleEntity;
  scope: SignalScope;
  /** Of what is locked and remembered. */
  key: string;
  /** In order of time; usually one slice. After an outage a batch may span hours, of which each part counts. */
  slices: SignalEntity[][];
}

/** What the new signals of a batch are to be checked for. */
export function checksOf(
  rules: readonly RuleEntity[],
  signals: readonly SignalEntity[],
): RuleCheck[] {
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

function scopeOf(rule: RuleEntity, { source, userId }: SignalEntity): SignalScope | undefined {
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
