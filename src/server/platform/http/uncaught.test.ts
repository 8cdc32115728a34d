import { afterEach, beforeEach, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { pathOf } from '#contract/route.ts';
import { serviceRoutes } from '#contract/service.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { type Program, startProgram } from '#test/program.ts';
import { migratedInstallation, seedSchool, type TestInstallation } from '#test/seed.ts';

/** The whole program, with errors thrown where no code can catch them. */

let installation: TestInstallation;
let program: Program;
let token: string;
beforeEach(async () => {
  installation = await migratedInstallation();
  token = (await seedSchool(installation)).owner.token;
  const preload = new URL('../../../../test/processes/stray-errors.mjs', import.meta.url).href;
  program = startProgram({
    ...installation.environment,
    NODE_OPTIONS: `--import=${preload}`,
    STRAY_AT: 'from "subscribers" where',
  });
});
afterEach(async () => {
  program.signal('SIGKILL');
  await program.ended;
  await installation.remove();
});

it('answers 500 after an uncaught error, logs it with the request id, and keeps running', async () => {
  const url = await program.url;
  const list = async () => {
    const path = pathOf(subscriberRoutes.listSubscribers);
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, body: await answer.json(), id: answer.headers.get('x-request-id') };
  };
  const [exception, event, rejection] = [await list(), await list(), await list()];
  for (const { status, body } of [exception, event])
    expect({ status, body }).toEqual({ status: 500, body: { error_message: ERROR_MESSAGES.server } });
  // The call did not depend on the rejected promise.
  expect(rejection.status).toBe(200);
  expect((await fetch(url + pathOf(serviceRoutes.health))).status).toBe(200);
  expect((await list()).status).toBe(200);
  program.signal('SIGTERM');
  const { code, stdout } = await program.ended;
  expect(code).toBe(0);
  const logged = stdout.split('\n').filter((line) => line.includes('"stack"'));
  for (const [{ id }, message] of [
    [exception, 'stray exception'],
    [event, 'stray event'],
    [rejection, 'stray rejection'],
  ] as const) {
    const line = logged.find((each) => each.includes(message));
    expect(JSON.parse(line ?? '{}'), message).toMatchObject({ reqId: id, err: { message } });
  }
});
