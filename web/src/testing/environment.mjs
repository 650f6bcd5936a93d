import { TestEnvironment } from 'jest-environment-jsdom';

/** Adds Node's network classes to jsdom, which lacks them or has slow ones. MSW intercepts them. */
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
  // jsdom's versions are slow JavaScript, and MSW creates a URL for each request and handler.
  URL,
  URLSearchParams,
};

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, FROM_NODE);
  }

  /** MSW's server exists only for Node. */
  exportConditions() {
    return ['node', 'node-addons'];
  }
}
