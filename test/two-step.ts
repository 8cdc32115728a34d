import { TOTP } from 'otpauth';
import { twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { CODES } from '#contract/sign-in/ways/code.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { TestApp } from './app.ts';

/** A person's authenticator app. */
export interface TestAuthenticator {
  readonly secret: string;
  /** The code that the app shows now, or some periods later. */
  code(later?: number): string;
}

/** Begins to set up an app for the signed-in person. */
export async function beginApp(test: TestApp, token: string): Promise<TestAuthenticator> {
  const { secret } = (await test.call(twoStepRoutes.beginAuthenticator, { token })).ok().authenticator;
  const period = CODES.periodSeconds * SECOND_MS;
  return {
    secret,
    code: (later = 0) =>
      new TOTP({ secret }).generate({ timestamp: test.clock.now().getTime() + later * period }),
  };
}

/** Turns two-step sign-in on for the signed-in person. */
export async function turnTwoStepOn(
  test: TestApp,
  token: string,
): Promise<TestAuthenticator & { readonly recoveryCodes: readonly string[] }> {
  const app = await beginApp(test, token);
  const on = await test.call(twoStepRoutes.confirmAuthenticator, { token, body: { code: app.code() } });
  return { ...app, recoveryCodes: on.ok().recovery_codes };
}
