import { Inject, Injectable } from '@nestjs/common';
import type { OutsideAnswer, OutsideSystem } from '@casement/proto/http/operations.js';
import type { Actor } from '../auth/actor.js';
import { SERVICE_NAME } from '../bootstrap/tokens.js';
import { Database } from '../database/database.js';
import { TooSlow, within } from '../jobs/within.js';
import { Audit } from '../messaging/audit.js';
import { OutsideSystemNotFound, TestedJustNow } from './operations.errors.js';
import { OutsideTestsRepository } from './outside-tests.repository.js';
import { PlainWords } from './plain-words.js';

/** Something beyond the product that a service depends on. */
export interface Asked {
  /** In kebab-case, e.g. `payment-gateway`. */
  name: string;
  /** Whether it has what it needs to be asked at all. */
  isConfigured(): boolean | Promise<boolean>;
  /**
   * Really asks it, on behalf of the administrator who tests it.
   *
   * @returns what it answered, in words
   * @throws what it answered when it refused, or why it could not be reached
   */
  ask(actor: Actor): Promise<string>;
}

/**
 * The outside systems of this service, and what they say when an administrator tests them.
 *
 * @example constructor(outside: OutsideSystems) { outside.add({ name: 'binance', isConfigured: …, ask: … }); }
 */
@Injectable()
export class OutsideSystems {
  readonly limits = {
    /** Under the browser's 10 s, so that the administrator reads a sentence and not a cut connection. */
    answerMs: 8_000,
    /** Between two tests of one system, whoever asks: it may count our calls, or send a mail for each. */
    pauseSeconds: 5,
  };
  private readonly systems = new Map<string, Asked>();

  constructor(
    private readonly db: Database,
    private readonly tests: OutsideTestsRepository,
    private readonly words: PlainWords,
    private readonly audit: Audit,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  add(system: Asked): void {
    this.systems.set(system.name, system);
  }

  async list(): Promise<OutsideSystem[]> {
    const systems = [...this.systems.values()];
    if (systems.length === 0) return [];
    const last = await this.tests.last();
    return Promise.all(
      systems.map(async (system) => ({
        name: system.name,
        configured: await system.isConfigured(),
        last: last.get(system.name) ?? null,
      })),
    );
  }

  /**
   * Asks it and keeps what it says.
   *
   * @throws OutsideSystemNotFound, TestedJustNow
   */
  async test(actor: Actor, name: string): Promise<OutsideAnswer> {
    const system = this.systems.get(name);
    if (!system) throw new OutsideSystemNotFound();
    const wait = await this.tests.begin(name, this.limits.pauseSeconds);
    if (wait > 0) throw new TestedJustNow(wait);
    const said = await this.ask(system, actor);
    const answer: OutsideAnswer = { ...said, asked_at: new Date().toISOString() };
    await this.db.transaction(async (tx) => {
      await this.tests.keep(tx, name, answer);
      await this.audit.record(tx, {
        action: 'outside-system.tested',
        target: `outside-system:${this.service}/${name}`,
        after: { ok: answer.ok },
      });
    });
    return answer;
  }

  private async ask(system: Asked, actor: Actor): Promise<{ ok: boolean; answer: string }> {
    if (!(await system.isConfigured())) {
      return { ok: false, answer: 'It is not configured, so there is nothing to ask.' };
    }
    const { answerMs } = this.limits;
    try {
      const answer = await within(answerMs, system.ask(actor));
      return { ok: true, answer: this.words.of(answer) };
    } catch (error) {
      if (!(error instanceof TooSlow)) return { ok: false, answer: this.words.ofError(error) };
      return { ok: false, answer: `It did not answer within ${answerMs / 1_000} seconds.` };
    }
  }
}
