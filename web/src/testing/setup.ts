import '@testing-library/jest-dom';
import { cleanup, configure, getConfig, waitFor } from '@testing-library/react';
import * as React from 'react';
import { forgetPublicConfig } from '@/config/public-config.js';
import { endSession } from '@/lib/session/session.js';
import { clearToasts } from '@/lib/toast/toast.js';
import { never } from './answers.js';
import { getComputedStyle } from './computed-style.js';
import { server } from './server.js';

const config = getConfig();
const { getElementError } = config;

/** Radix lets a dialog be clicked one rendering after it shows: on a busy machine a test comes between. */
function isOpening(): boolean {
  const [last] = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].slice(-1);
  return last?.dataset.state === 'open' && last.style.pointerEvents !== 'auto';
}

configure({
  asyncWrapper: (wait) =>
    config.asyncWrapper(async () => {
      const found: unknown = await wait();
      if (isOpening()) await waitFor(() => expect(isOpening()).toBe(false));
      return found;
    }),
  // For what hangs, not for what is slow on a busy machine.
  asyncUtilTimeout: 25_000,
  // While something is waited for, the page that a miss would print is not needed. When the time is up, it is printed.
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })
      ._disableExpensiveErrorDiagnostics
      ? new Error(message ?? undefined)
      : getElementError(message, container),
});

// jsdom has none of these; Radix asks for them.
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
  scrollIntoView: () => undefined,
});
window.scrollTo = () => undefined;
Object.assign(window, {
  getComputedStyle,
  ResizeObserver: class {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  },
});

// React's development build takes a stack of each element that is made, for the first 10,000 of a second: who reads a
// warning is told by the test's name already.
const internals = (React as unknown as Record<string, object>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => undefined,
  });
}

/** No screen may write errors or warnings to the console. (React's note about `act` is about tests, not screens.) */
const complaints: string[] = [];
const ABOUT_TESTS = /wrapped in(to)? act\(/;

/**
 * As with a page that was closed, the requests that it had under way are not reported. Else what a test leaves unanswered
 * runs out of time 10 s later, and on a busy machine its toast takes the place of the one that the test then looks for.
 */
let endedTests = 0;
function forgetRequestsOfEarlierTests(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (path, ...options) => {
    const test = endedTests;
    // Of a path alone MSW learns by an error that it is no address.
    const input = typeof path === 'string' ? new URL(path, location.href) : path;
    try {
      return await fetch(input, ...options);
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
