import { Injectable } from '@nestjs/common';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { InstallConfig } from '../config.js';
import type { ChunkAnswer } from '@casement/install-engine/agent-api/agent-calls.js';
import { OWN_ORIGIN } from '@casement/windows-image/origins/origin-settings.js';

/** From where VPSs get the bytes of images. */
@Injectable()
export class ImageBytes {
  private readonly granted;

  constructor(metrics: Metrics, config: InstallConfig) {
    this.granted = metrics.counter({
      name: 'casement_image_bytes_total',
      help: 'Bytes of chunks that VPSs were sent to an origin for, or were given by us (own). What they fetched of it is not known.',
      labelNames: ['origin'],
    });
    // There from the first moment on: an increase is counted from what was there before.
    for (const origin of [OWN_ORIGIN, ...config.IMAGE_ORIGINS.map(({ name }) => name)])
      this.granted.inc({ origin }, 0);
  }

  count(chunk: ChunkAnswer): void {
    this.granted.inc({ origin: 'url' in chunk ? chunk.origin : OWN_ORIGIN }, chunk.size);
  }
}
