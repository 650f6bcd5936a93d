import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Signals } from '../../messaging/signals.js';

/** When no request and no event is under way any more: write what waits, then close the pool. */
@Injectable()
export class ShutdownHook implements OnApplicationShutdown {
  constructor(
    private readonly source: DataSource,
    private readonly signals: Signals,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.signals.flush();
    if (this.source.isInitialized) await this.source.destroy();
  }
}
