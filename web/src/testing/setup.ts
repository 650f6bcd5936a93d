import '@testing-library/jest-dom';
import { cleanup, configure } from '@testing-library/react';
import { forgetPublicConfig } from '@/config/public-config.js';
import { endSession } from '@/lib/session.js';
import { clearToasts } from '@/lib/toast.js';
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

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      const said = args.map(String).join(' ');
      if (!ABOUT_TESTS.test(said)) complaints.push(said);
    });
  }
});

afterEach(() => {
  cleanup();
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
