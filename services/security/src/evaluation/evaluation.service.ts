import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AlertOutcome } from '@casement/proto/http/security/alerts.js';
import { Database } from '@casement/common/data/database/database.js';
import { AlertsService, type Finding } from '../alerts/alerts.service.js';
import { Allowlist } from '../allowlist/allowlist.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { OffendersRepository } from '../blocks/offenders.repository.js';
import type { RuleEntity } from '../rules/rule.entity.js';
import { RuleCache } from '../rules/rule-cache.js';
import type { NewSignal, SignalEntity } from './signal.entity.js';
import { SignalsRepository } from './signals.repository.js';
import { blockMinutesOf } from './block-minutes.js';
import { checksOf, EVERYWHERE, type RuleCheck } from './checks.js';
import { Remembered } from './remembered.js';

/** Signals of one transaction. */
export const MAX_BATCH = 100;

interface Counted {
  check: RuleCheck;
  signal: SignalEntity;
  count: number;
  newest: Date;
}

/**
 * Ingests signals and applies the rules to them. Signals, what they lead to and the events of that are one
 * transaction, so neither redelivery nor the number of replicas matters. A batch costs about seven statements, and a
 * few more for each alert.
 */
@Injectable()
export class EvaluationService {
  constructor(
    private readonly db: Database,
    private readonly signals: SignalsRepository,
    private readonly rules: RuleCache,
    private readonly offenders: OffendersRepository,
    private readonly allowlist: Allowlist,
    private readonly alerts: AlertsService,
    private readonly blocks: BlocksService,
  ) {}

  /** Signals that were ingested before are ignored. */
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
    rules: readonly RuleEntity[],
    signals: readonly SignalEntity[],
  ): Promise<void> {
    const checks = await this.withoutRaisedAlarms(tx, checksOf(rules, signals));
    if (checks.length === 0) return;
    const keys = [...new Set(checks.map(({ key }) => key))];
    await this.offenders.lock(tx, keys);
    // EVERYWHERE is read as well where it is not locked: rules go by its alarms.
    const states = await this.offenders.states(tx, [...new Set([...keys, EVERYWHERE])]);
    const remembered = new Remembered(states, rules);
    // Alarms first, since other rules go by them.
    const alarms = checks.filter(({ rule }) => rule.per === 'everywhere');
    const others = checks.filter(({ rule }) => rule.per !== 'everywhere');
    const findings: Finding[] = [];
    for (const part of [alarms, others]) {
      const rounds = Math.max(0, ...part.map(({ slices }) => slices.length));
      for (let round = 0; round < rounds; round += 1) {
        findings.push(...(await this.applyRules(tx, part, round, remembered)));
      }
    }
    await this.offenders.recordHits(tx, remembered.newHits);
    await this.alerts.raise(tx, findings);
  }

  /**
   * What goes on everywhere is one alarm per window. Once it has been raised, its lock, for which every batch would
   * wait, is not taken.
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
    remembered: Remembered,
  ): Promise<Finding[]> {
    const due = checks.flatMap((check) => {
      const slice = check.slices.at(round) ?? [];
      const since = remembered.countingSince(check, slice);
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
      findings.push(await this.findingOf(tx, { check, signal, count, newest }, remembered));
    }
    return findings;
  }

  private async findingOf(
    tx: EntityManager,
    { check, signal, count, newest }: Counted,
    remembered: Remembered,
  ): Promise<Finding> {
    const { rule, key } = check;
    // Signals that another replica ingested meanwhile were counted too: they stand for this alert, not for a second one.
    remembered.hit({ key, rule: rule.name, at: newest });
    const outcome = await this.decide(tx, check, signal, remembered);
    return { rule, signal, count, outcome };
  }

  /** An alert is not yet a decision: the allowlist and a period of grace keep an address open. */
  private async decide(
    tx: EntityManager,
    { rule, scope, key }: RuleCheck,
    signal: SignalEntity,
    remembered: Remembered,
  ): Promise<AlertOutcome> {
    const { graceUntil, offences } = remembered.stateOf(key);
    if (rule.decision === 'none' || scope.per !== 'address') return 'none';
    if (graceUntil && graceUntil > new Date()) return 'none';
    if (await this.allowlist.has(tx, signal.ip ?? scope.source)) return 'none';
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
      await this.offenders.recordOffence(tx, key, remembered.addOffence(key));
    }
    return 'blocked';
  }
}

const windowMs = (rule: RuleEntity): number => rule.windowSeconds * 1_000;
