import { defineConfig } from '@playwright/test';
import { chromiumExecutable } from './test/chromium.ts';
import { freePort } from './test/postgres.ts';

// The workers read this file too, and are to find the port that the first reading chose.
process.env.JOURNEY_PORT ??= String(await freePort());

/** The journeys: the built program, driven in a browser as a person does, on two sizes of screen. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/server.ts',
  // A journey waits a fifth of its time, for a save or for the next look at a sending.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  outputDir: '.reports/journeys',
  reporter: [['list'], ['json', { outputFile: '.reports/journeys.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${process.env.JOURNEY_PORT}`,
    launchOptions: await chromiumExecutable(),
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Nothing is measured or read in the middle of a movement.
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    // A sixth of the time of all journeys, for what is only looked at where somebody is.
    trace: process.env.CI === undefined ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'desktop', testIgnore: '*.phone.spec.ts', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // Stripe's has a program and a double of its own, and looks at the phone's size by itself.
      testIgnore: ['*.desktop.spec.ts', 'stripe.spec.ts'],
      use: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
    },
  ],
});
