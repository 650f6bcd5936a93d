import { defineConfig } from '@playwright/test';

/**
 * Debian's Chromium without the browser around its pages: a new page costs a third of the processor time. Playwright
 * downloads none. As root it needs `--no-sandbox`.
 */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
const MOCKED_PORT = Number(process.env.MOCKED_PORT ?? 4173);

/**
 * Two projects: `mocked` opens the built SPA behind its own static server with a made-up API (fast, every state),
 * `stack` drives a running Casement at BASE_URL.
 */
export default defineConfig({
  testMatch: '**/*.e2e-spec.ts',
  fullyParallel: true,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // All limits are for what hangs: axe goes over eight looks in some tests, and the machine may be busy.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Widths as Chromium's own windows have them, in fractions of a pixel.
        '--font-render-hinting=none',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'mocked',
      testDir: 'mocked',
      use: { baseURL: `http://127.0.0.1:${MOCKED_PORT}` },
    },
    {
      name: 'stack',
      testDir: 'stack',
      use: {
        // Without a picture and a copy of the page at each step, which cost a sixth of the stage's processor time: a second
        // run with --trace=on has them.
        trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
        baseURL: process.env.BASE_URL ?? 'http://localhost:8080',
        // A spinner drawn without a graphics card takes a fifth of a processor from the machine that it waits for.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
  ],
  // A running Casement serves the pages itself.
  webServer: process.env.BASE_URL
    ? undefined
    : {
        command: 'node ../server/dist/main.js',
        url: `http://127.0.0.1:${MOCKED_PORT}/health/ready`,
        env: {
          HTTP_PORT: String(MOCKED_PORT),
          STATUS_PAGE_URL: 'https://status.example.com',
          SUPPORT_EMAIL: 'help@example.com',
          SUPPORT_CHAT_URL: 'https://t.me/casement_support',
        },
        reuseExistingServer: false,
      },
});
