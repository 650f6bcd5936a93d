/** Responses of billing's service, with the faults that a test requests. */
export class FakeQuota {
  readonly held = new Set<string>();
  readonly released = new Set<string>();
  left: number;
  /** Whether holds are carried out but their response is lost. */
  loseAnswers = false;

  constructor(left = 1) {
    this.left = left;
  }

  hold(
    installId: string,
    _userId?: string,
    price = 1,
  ): Promise<'held' | 'insufficient' | 'refused'> {
    if (this.released.has(installId)) return Promise.resolve('refused');
    if (price > 0 && !this.held.has(installId)) {
      if (this.left === 0) return Promise.resolve('insufficient');
      this.left -= 1;
      this.held.add(installId);
    }
    return this.loseAnswers ? Promise.reject(new Error('deadline')) : Promise.resolve('held');
  }

  release(installId: string): Promise<void> {
    this.released.add(installId);
    if (this.held.delete(installId)) this.left += 1;
    return Promise.resolve();
  }

  chargeAgain(installId: string): Promise<'charged' | 'insufficient' | 'stale'> {
    if (!this.held.has(installId)) {
      if (this.left === 0) return Promise.resolve('insufficient');
      this.left -= 1;
      this.held.add(installId);
      this.released.delete(installId);
    }
    return this.loseAnswers ? Promise.reject(new Error('deadline')) : Promise.resolve('charged');
  }

  onApplicationShutdown(): void {
    // nothing to close
  }
}
