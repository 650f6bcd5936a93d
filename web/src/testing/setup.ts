import '@testing-library/jest-dom';
import { cleanup, configure, getConfig, waitFor } from '@testing-library/react';
import * as React from 'react';
import { clearPublicConfig } from '@/config/public-config.js';
import { clearLegalPages } from '@/lib/legal-pages.js';
import { endSession } from '@/lib/session/session.js';
import { clearToasts } from '@/lib/toast/toast.js';
import { never } from './responses.js';
import { getComputedStyle } from './computed-style.js';
import { server } from './server.js';

const config = getConfig();
const { getElementError } = config;

/** Radix makes a dialog clickable one render after it appears, and on a busy machine a test may run in between. */
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
  // This timeout only catches hangs, because a busy machine can take long.
  asyncUtilTimeout: 25_000,
  // Printing the page on each miss is skipped while waiting. It is printed after the timeout.
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })
      ._disableExpensiveErrorDiagnostics
      ? new Error(message ?? undefined)
      : getElementError(message, container),
});

// Required by Radix but missing in jsdom.
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

// React's development build captures a stack for each of the first 10,000 elements per second. Tests do not need it,
// because the test's name already locates a warning.
const internals = (React as unknown as Record<string, object>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => 10_000,
    set: () => undefined,
  });
}

/** Screens must not log errors or warnings to the console. React's note about `act` concerns tests and is ignored. */
const consoleOutput: string[] = [];
const ACT_WARNING = /wrapped in(to)? act\(/;

/**
 * Pending requests of an ended test are not reported, as with a closed page. Otherwise they time out 10 s later, and
 * on a busy machine their toast replaces the one that the next test is waiting for.
 */
let endedTests = 0;
function forgetRequestsOfEarlierTests(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (path, ...options) => {
    const test = endedTests;
    // MSW would recognize a bare path only by an exception from the URL parser.
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
      if (!ACT_WARNING.test(said)) consoleOutput.push(said);
    });
  }
});

afterEach(() => {
  cleanup();
  endedTests += 1;
  server.resetHandlers();
  endSession();
  clearToasts();
  clearPublicConfig();
  clearLegalPages();
  localStorage.clear();
  jest.useRealTimers();
  const said = consoleOutput.splice(0);
  if (said.length > 0) throw new Error(`written to the console: ${said.join('; ')}`);
});

afterAll(() => server.close());
