import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AlertOutcome } from '@casement/proto/http/security/alerts.js';
import { Database } from '@casement/common/database/database.js';
import { AlertsService } from '../alerts/alerts.service.js';
import { Allowlist } from '../allowlist/allowlist.js';
import { BlocksService } from '../blocks/blocks.service.js';
import type { RuleEntity } from '../rules/rule.entity.js';
import { RulesRepository } from '../rules/rules.repository.js';
import type { NewSignal, SignalEntity } from '../signals/signal.entity.js';
import { SignalsRepository, type SignalScope } from '../signals/signals.repository.js';
import { blockMinutesOf } from './block-minutes.js';
import { StandingsRepository, type Standing } from './standings.repository.js';

const EVERYWHERE = '*';

/**
 * Takes signals in and holds the rules to them. A signal, what it leads to and the events of that are one
 * transaction, so it does not matter how often it is delivered or how many replicas judge.
 */
@Injectable()
export class JudgeService {
  constructor(
    private readonly db: Database,
    private readonly signals: SignalsRepository,
    private readonly rules: RulesRepository,
    private readonly standings: StandingsRepository,
    private readonly allowlist: Allowlist,
    private readonly alerts: AlertsService,
    private readonly blocks: BlocksService,
  ) {}

  /** Signals that were taken before are passed over. */
  async take(signals: readonly NewSignal[]): Promise<void> {
    // Those of one address are judged together: the count sees all of them anyway.
    for (const alike of groupsOf(signals)) {
      await this.db.transaction(async (tx) => {
        const fresh = await this.signals.add(tx, alike);
        const newest = fresh.sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime()).at(-1);
        if (newest) await this.judge(tx, newest);
      });
    }
  }

  private async judge(tx: EntityManager, signal: SignalEntity): Promise<void> {
    for (const rule of await this.rules.findFor(tx, signal.kind)) {
      const scope = scopeOf(rule, signal);
      if (scope) await this.holdTo(tx, rule, scope, signal);
    }
  }

  private async holdTo(
    tx: EntityManager,
    rule: RuleEntity,
    scope: SignalScope,
    signal: SignalEntity,
  ): Promise<void> {
    const key = keyOf(scope);
    const windowStart = new Date(signal.occurredAt.getTime() - rule.windowSeconds * 1_000);
    const isAlarm = rule.per === 'everywhere';
    // What goes on everywhere is one alarm per window, not one for each signal; nobody queues for its lock then.
    if (isAlarm && (await this.hasStruck(tx, key, rule, windowStart))) return;
    const standing = await this.standings.lock(tx, key);
    if (isAlarm && (await this.hasStruck(tx, key, rule, windowStart))) return;
    const struckAt = await this.standings.lastStrike(tx, key, rule.name);
    if (rule.during && !(await this.isAlarmed(tx, rule.during, signal.occurredAt))) return;
    const since = latest(windowStart, standing.countedFrom, struckAt);
    const { kinds, counts, threshold } = rule;
    const count = await this.signals.count(tx, { scope, kinds, counts, since, most: threshold });
    if (count < threshold) return;
    // Those that another replica took in meanwhile were counted too: they stand for this alert, not for a second one.
    const struckUntil = await this.signals.newest(tx, { scope, kinds, since });
    await this.standings.strike(tx, key, rule.name, struckUntil);
    const outcome = await this.decide(tx, rule, scope, standing, signal);
    await this.alerts.raise(tx, { rule, signal, count, outcome });
  }

  private async hasStruck(tx: EntityManager, key: string, rule: RuleEntity, since: Date) {
    const struckAt = await this.standings.lastStrike(tx, key, rule.name);
    return struckAt !== null && struckAt > since;
  }

  private async isAlarmed(tx: EntityManager, name: string, at: Date): Promise<boolean> {
    const alarm = await this.rules.findByName(tx, name);
    if (!alarm) return false;
    const windowStart = new Date(at.getTime() - alarm.windowSeconds * 1_000);
    return this.hasStruck(tx, EVERYWHERE, alarm, windowStart);
  }

  /** An alert is not yet a decision: the allowlist and a grace keep an address open. */
  private async decide(
    tx: EntityManager,
    rule: RuleEntity,
    scope: SignalScope,
    standing: Standing,
    signal: SignalEntity,
  ): Promise<AlertOutcome> {
    if (rule.decision === 'none' || scope.per !== 'address') return 'none';
    if (standing.graceUntil && standing.graceUntil > new Date()) return 'none';
    if (await this.allowlist.has(tx, signal.ip ?? scope.source)) return 'none';
    if (rule.mode === 'simulate') return 'simulated';
    const isBrake = rule.decision === 'temporary';
    const isNew = await this.blocks.blockByRule(tx, {
      ip: scope.source,
      rule: rule.name,
      reason: rule.description,
      blockType: isBrake ? 'temporary' : 'auto',
      minutes: blockMinutesOf(rule, isBrake ? 0 : standing.offences),
    });
    if (isNew && !isBrake) {
      await this.standings.noteOffence(tx, scope.source, standing.offences + 1);
    }
    return 'blocked';
  }
}

/** Signals of one kind, address and account. */
function groupsOf(signals: readonly NewSignal[]): NewSignal[][] {
  const groups = new Map<string, NewSignal[]>();
  for (const signal of signals) {
    const key = `${signal.ip}|${signal.userId}|${signal.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), signal]);
  }
  return [...groups.values()];
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

const latest = (first: Date, ...others: (Date | null)[]): Date =>
  others.reduce<Date>((last, other) => (other && other > last ? other : last), first);
