import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { logger } from '@casement/common/core/logging/logger.js';
import { EngineError } from '@casement/install-engine/failures/engine-error.js';
import { loadToolkit, type Toolkit } from '@casement/install-engine/stage/toolkit.js';
import { toolkitFolder } from '../folders.js';
import { InstallConfig } from '../config.js';

const log = logger('toolkit');

/** The RAM stage's userland. The service starts without it; an install that needs it fails with TOOLKIT_MISSING. */
@Injectable()
export class ToolkitProvider implements OnApplicationBootstrap {
  constructor(private readonly config: InstallConfig) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.load().catch((error: unknown) => log.warn({ err: error }, 'no toolkit yet'));
  }

  /** Reads its hashes anew: it may have been built again meanwhile. @throws EngineError TOOLKIT_MISSING */
  async load(): Promise<Toolkit> {
    try {
      return await loadToolkit(toolkitFolder(this.config));
    } catch (cause) {
      throw new EngineError('TOOLKIT_MISSING', {}, { cause });
    }
  }
}
