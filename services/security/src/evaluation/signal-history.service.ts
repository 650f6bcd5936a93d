import { Injectable } from '@nestjs/common';
import { SignalsRepository } from './signals.repository.js';

/** Reads the signals of an address (or of its /64). Signals are not stored for wider networks. */
@Injectable()
export class SignalHistoryService {
  constructor(private readonly repository: SignalsRepository) {}

  signals(source: string) {
    return this.repository.summaryOf(source);
  }

  accounts(source: string): Promise<string[]> {
    return this.repository.accountsOf(source);
  }

  events(source: string) {
    return this.repository.newestOf(source);
  }
}
