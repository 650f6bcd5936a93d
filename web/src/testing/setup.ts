import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import { forgetPublicConfig } from '@/config/public-config.js';
import { endSession } from '@/lib/session.js';
import { clearToasts } from '@/lib/toast.js';
import { never } from './answers.js';
import { server } from './server.js';

// For what hangs, not for what is slow on a busy machine.
configure({ asyncUtilTimeout: 25_000 });

// jsdom has none of these; Radix asks for them.
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
  scrollIntoView: () => undefined,
});
window.scrollTo = () => undefined;
Object.assign(window, {
  ResizeObserver: class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
});

/** No screen may write errors or warnings to the console. (React's note about `act` is about tests, not screens.) */
const complaints: string[] = [];
const ABOUT_TESTS = /wrapped in(to)? act\(/;

/**
 * As with a page that was closed, nobody hears of the requests that it had under way. Else what a test leaves unanswered
 * runs out of time 10 s later, and on a busy machine its toast takes the place of the one that the test then looks for.
 */
let endedTests = 0;
function forgetRequestsOfEarlierTests(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (...request) => {
    const test = endedTests;
    try {
      return await fetch(...request);
    } finally {
      if (test !== endedTests) await never();
    }
  };
}

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  forgetRequestsOfEarlierTests();
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      const said = args.map(String).join(' ');
      if (!ABOUT_TESTS.test(said)) complaints.push(said);
    });
  }
});

afterEach(() => {
  cleanup();
  endedTests += 1;
  server.resetHandlers();
  endSession();
  clearToasts();
  forgetPublicConfig();
  localStorage.clear();
  jest.useRealTimers();
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`written to the console: ${said.join('; ')}`);
});

afterAll(() => server.close());
