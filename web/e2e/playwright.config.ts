import { defineConfig } from '@playwright/test';

/**
 * Debian's headless Chromium build, in which a new page costs a third of the CPU time. Playwright's own browser is
 * not downloaded. Running as root requires `--no-sandbox`.
 */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
const MOCKED_PORT = Number(process.env.MOCKED_PORT ?? 4173);

/**
 * The `mocked` project serves the built SPA from a static server with a mocked API (fast, covers every state). The
 * `stack` project tests a running Casement at BASE_URL.
 */
export default defineConfig({
  testMatch: '**/*.e2e-spec.ts',
  fullyParallel: true,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Timeouts only catch hangs: some tests run axe eight times, and the machine may be busy.
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
        // Uses fractional text widths like Chromium with a window.
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
        // Screenshots and snapshots cost a sixth of this stage's CPU time. Use --trace=on in a second run to record
        // them.
        trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
        baseURL: process.env.BASE_URL ?? 'http://localhost:8080',
        // A spinner rendered without a GPU uses a fifth of a core on the machine under test.
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
