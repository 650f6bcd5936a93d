import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { EngineError } from '@casement/install-engine/failures/engine-error.js';
import { loadToolkit, type Toolkit } from '@casement/install-engine/stage/toolkit.js';
import { InstallConfig } from '../config.js';

const log = logger('toolkit');

/** Userland of the RAM stage. The service starts without it, but installs fail with TOOLKIT_MISSING. */
@Injectable()
export class ToolkitProvider implements OnApplicationBootstrap {
  constructor(private readonly config: InstallConfig) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.load().catch((error: unknown) =>
      log.warn({ err: error }, 'toolkit not available yet'),
    );
  }

  /** Reads the hashes on every call because the toolkit may be rebuilt. @throws EngineError TOOLKIT_MISSING */
  async load(): Promise<Toolkit> {
    try {
      return await loadToolkit(this.config.TOOLKIT_DIR || join(this.config.DATA_DIR, 'toolkit'));
    } catch (cause) {
      throw new EngineError('TOOLKIT_MISSING', {}, { cause });
    }
  }
}
