import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AlertOutcome } from '@casement/proto/http/security/alerts.js';
import { Database } from '@casement/common/data/database/database.js';
import { AlertsService, type Finding } from '../alerts/alerts.service.js';
import { AllowlistService } from '../blocks/allowlist.service.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { OffendersService } from '../blocks/offenders.service.js';
import { RulesService, type Rule } from '../rules/rules.service.js';
import { BatchState } from './batch-state.js';
import { checksOf, EVERYWHERE, type RuleCheck } from './checks.js';
import type { NewSignal, SignalEntity } from './signal.entity.js';
import { SignalsRepository } from './signals.repository.js';

/** Maximum number of signals per transaction. */
export const MAX_BATCH = 100;

interface Counted {
  check: RuleCheck;
  signal: SignalEntity;
  count: number;
  newest: Date;
}

/**
 * Ingests signals and applies the rules to them. Signals, alerts, blocks and their events are stored in one
 * transaction, so that redelivery and parallel replicas are harmless. A batch costs about seven statements, plus a
 * few per alert.
 */
@Injectable()
export class EvaluationService {
  constructor(
    private readonly db: Database,
    private readonly signals: SignalsRepository,
    private readonly rules: RulesService,
    private readonly offenders: OffendersService,
    private readonly allowlist: AllowlistService,
    private readonly alerts: AlertsService,
    private readonly blocks: BlocksService,
  ) {}

  /** Ignores signals that were already ingested. */
  async ingest(signals: readonly NewSignal[]): Promise<void> {
    for (let n = 0; n < signals.length; n += MAX_BATCH) {
      const batch = signals.slice(n, n + MAX_BATCH);
      await this.db.transaction(async (tx) => {
        const { fresh, rulesVersion } = await this.signals.add(tx, batch);
        if (rulesVersion === null) return;
        await this.evaluate(tx, await this.rules.rulesAt(tx, rulesVersion), fresh);
      });
    }
  }

  private async evaluate(
    tx: EntityManager,
    rules: readonly Rule[],
    signals: readonly SignalEntity[],
  ): Promise<void> {
    const checks = await this.withoutRaisedAlarms(tx, checksOf(rules, signals));
    if (checks.length === 0) return;
    const keys = [...new Set(checks.map(({ key }) => key))];
    await this.offenders.lock(tx, keys);
    // The state of EVERYWHERE is always read, even if it is not locked, because other rules depend on it.
    const states = await this.offenders.states(tx, [...new Set([...keys, EVERYWHERE])]);
    const state = new BatchState(states, rules);
    // `everywhere` rules are applied first, because other rules depend on their hits.
    const alarms = checks.filter(({ rule }) => rule.per === 'everywhere');
    const others = checks.filter(({ rule }) => rule.per !== 'everywhere');
    const findings: Finding[] = [];
    for (const part of [alarms, others]) {
      const rounds = Math.max(0, ...part.map(({ slices }) => slices.length));
      for (let round = 0; round < rounds; round += 1) {
        findings.push(...(await this.applyRules(tx, part, round, state)));
      }
    }
    await this.offenders.recordHits(tx, state.newHits);
    await this.alerts.raise(tx, findings);
  }

  /**
   * Removes checks of `everywhere` rules that were already hit within their window. Otherwise every batch would wait
   * for the lock of EVERYWHERE.
   */
  private async withoutRaisedAlarms(tx: EntityManager, checks: RuleCheck[]): Promise<RuleCheck[]> {
    if (!checks.some(({ rule }) => rule.per === 'everywhere')) return checks;
    const hits = (await this.offenders.states(tx, [EVERYWHERE])).get(EVERYWHERE)?.hits;
    return checks.filter(({ rule, slices }) => {
      const last = slices.at(-1)?.at(-1);
      const hitAt = hits?.get(rule.name);
      if (rule.per !== 'everywhere' || !last || !hitAt) return true;
      return hitAt.getTime() <= last.occurredAt.getTime() - windowMs(rule);
    });
  }

  private async applyRules(
    tx: EntityManager,
    checks: readonly RuleCheck[],
    round: number,
    state: BatchState,
  ): Promise<Finding[]> {
    const due = checks.flatMap((check) => {
      const slice = check.slices.at(round) ?? [];
      const since = state.countingSince(check, slice);
      const signal = slice.at(-1);
      return signal && since ? [{ check, signal, since }] : [];
    });
    const counts = await this.signals.count(
      tx,
      due.map(({ check: { rule, scope }, since }) => ({
        scope,
        kinds: rule.kinds,
        counts: rule.counts,
        since,
      })),
    );
    const findings: Finding[] = [];
    for (const [n, { check, signal }] of due.entries()) {
      const { count, newest } = counts.at(n) ?? { count: 0, newest: null };
      if (newest === null || count < check.rule.threshold) continue;
      findings.push(await this.findingOf(tx, { check, signal, count, newest }, state));
    }
    return findings;
  }

  private async findingOf(
    tx: EntityManager,
    { check, signal, count, newest }: Counted,
    state: BatchState,
  ): Promise<Finding> {
    const { rule, key } = check;
    // `newest` includes signals that another replica stored in the meantime, so that they do not raise a second
    // alert.
    state.hit({ key, rule: rule.name, at: newest });
    const outcome = await this.decide(tx, check, signal, state);
    return { rule, signal, count, outcome };
  }

  /** Blocks the address unless the rule, the allowlist or a grace period prevents it. */
  private async decide(
    tx: EntityManager,
    { rule, scope, key }: RuleCheck,
    signal: SignalEntity,
    state: BatchState,
  ): Promise<AlertOutcome> {
    const { graceUntil, offences } = state.stateOf(key);
    if (rule.decision === 'none' || scope.per !== 'address') return 'none';
    if (graceUntil && graceUntil > new Date()) return 'none';
    if (await this.allowlist.has(signal.ip ?? scope.source, tx)) return 'none';
    if (rule.mode === 'simulate') return 'simulated';
    const isBrake = rule.decision === 'temporary';
    const isNew = await this.blocks.blockByRule(tx, {
      ip: scope.source,
      rule: rule.name,
      reason: rule.description,
      blockType: isBrake ? 'temporary' : 'auto',
      minutes: blockMinutesOf(rule, isBrake ? 0 : offences),
    });
    if (isNew && !isBrake) {
      await this.offenders.recordOffence(tx, key, state.addOffence(key));
    }
    return 'blocked';
  }
}

/** Returns how long a rule blocks an address after `offences` earlier blocks. */
export function blockMinutesOf(
  rule: Pick<Rule, 'blockMinutes' | 'growth' | 'maxBlockMinutes'>,
  offences: number,
): number {
  const minutes = rule.blockMinutes * rule.growth ** offences;
  return Math.min(Math.round(minutes), rule.maxBlockMinutes);
}

const windowMs = (rule: Rule): number => rule.windowSeconds * 1_000;
