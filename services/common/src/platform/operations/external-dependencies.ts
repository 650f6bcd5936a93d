import { Inject, Injectable } from '@nestjs/common';
import type { DependencyTestResult, DependencyState } from '@casement/proto/http/operations.js';
import type { Actor } from '../../core/context/actor.js';
import { SERVICE_NAME } from '../../core/config/service-name.js';
import { Database } from '../../data/database/database.js';
import { TimeoutError, withTimeout } from '../../core/async/with-timeout.js';
import { Audit } from '../../messaging/audit.js';
import { operationsErrors } from './operations.errors.js';
import { DependencyTestsRepository } from './dependency-tests.repository.js';
import { Redactor } from './redactor.js';

export interface ExternalDependency {
  /** Kebab-case name, e.g. `payment-gateway`. */
  name: string;
  /** Returns whether all settings required for a request are present. */
  isConfigured(): boolean | Promise<boolean>;
  /**
   * Sends a real request on behalf of the administrator who runs the test.
   *
   * @returns the response as text
   * @throws the response if it is a refusal, or the reason why the dependency could not be reached
   */
  ask(actor: Actor): Promise<string>;
}

/**
 * External dependencies of this service and the result of the last test of each, started by an administrator.
 *
 * @example
 *   constructor(dependencies: ExternalDependencies) {
 *     dependencies.add({ name: 'binance', isConfigured: …, ask: … });
 *   }
 */
@Injectable()
export class ExternalDependencies {
  readonly limits = {
    /** Below the browser's timeout of 10 s, so that the administrator sees a message instead of a lost connection. */
    answerMs: 8_000,
    /**
     * Minimum time between two tests of a dependency by any administrator, because it may count calls or send mails.
     */
    pauseSeconds: 5,
  };
  private readonly dependencies = new Map<string, ExternalDependency>();

  constructor(
    private readonly db: Database,
    private readonly tests: DependencyTestsRepository,
    private readonly redactor: Redactor,
    private readonly audit: Audit,
    @Inject(SERVICE_NAME) private readonly service: string,
  ) {}

  add(dependency: ExternalDependency): void {
    this.dependencies.set(dependency.name, dependency);
  }

  async list(): Promise<DependencyState[]> {
    const dependencies = [...this.dependencies.values()];
    if (dependencies.length === 0) return [];
    const last = await this.tests.last();
    return Promise.all(
      dependencies.map(async (dependency) => ({
        name: dependency.name,
        configured: await dependency.isConfigured(),
        last: last.get(dependency.name) ?? null,
      })),
    );
  }

  /**
   * Tests the dependency and stores the result.
   *
   * @throws NOT_FOUND, or RATE_LIMITED if it was tested a moment ago
   */
  async test(actor: Actor, name: string): Promise<DependencyTestResult> {
    const dependency = this.dependencies.get(name);
    if (!dependency) throw operationsErrors.dependencyNotFound();
    const wait = await this.tests.begin(name, this.limits.pauseSeconds);
    if (wait > 0) throw operationsErrors.testedJustNow(wait);
    const outcome = await this.ask(dependency, actor);
    const answer: DependencyTestResult = { ...outcome, asked_at: new Date().toISOString() };
    await this.db.transaction(async (tx) => {
      await this.tests.save(tx, name, answer);
      await this.audit.record(tx, {
        action: 'external-dependency.tested',
        target: `external-dependency:${this.service}/${name}`,
        after: { ok: answer.ok },
      });
    });
    return answer;
  }

  private async ask(
    dependency: ExternalDependency,
    actor: Actor,
  ): Promise<{ ok: boolean; answer: string }> {
    if (!(await dependency.isConfigured())) {
      return { ok: false, answer: 'Not configured, so there is nothing to test.' };
    }
    const { answerMs } = this.limits;
    try {
      const answer = await withTimeout(answerMs, dependency.ask(actor));
      return { ok: true, answer: this.redactor.redact(answer) };
    } catch (error) {
      if (!(error instanceof TimeoutError))
        return { ok: false, answer: this.redactor.redactError(error) };
      return { ok: false, answer: `No response within ${answerMs / 1_000} seconds.` };
    }
  }
}
