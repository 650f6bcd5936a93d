import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with Node's own network classes, which jsdom lacks (or has slowly) and MSW intercepts. */
const FROM_NODE = {
  fetch,
  Request,
  Response,
  Headers,
  AbortController,
  AbortSignal,
  ReadableStream,
  WritableStream,
  TransformStream,
  TextEncoder,
  TextDecoder,
  TextDecoderStream,
  TextEncoderStream,
  CompressionStream,
  DecompressionStream,
  BroadcastChannel,
  structuredClone,
  // Those of jsdom are written in JavaScript; MSW makes one for each request and handler.
  URL,
  URLSearchParams,
};

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, FROM_NODE);
  }

  /** MSW's server exists for Node only. */
  exportConditions() {
    return ['node', 'node-addons'];
  }
}
