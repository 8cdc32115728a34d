import { afterEach, beforeEach, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { pathOf } from '#contract/route.ts';
import { serviceRoutes } from '#contract/service.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { type Program, startProgram } from '#test/program.ts';
import { type Place, preparedPlace, seedSchool } from '#test/seed.ts';

/** The whole program, in which something throws where nobody can catch it. */

let place: Place;
let program: Program;
let token: string;
beforeEach(async () => {
  place = await preparedPlace();
  token = (await seedSchool(place)).owner.token;
  const preload = new URL('../../../../test/processes/stray-errors.mjs', import.meta.url).href;
  program = startProgram({
    ...place.environment,
    NODE_OPTIONS: `--import=${preload}`,
    STRAY_AT: 'from "subscribers" where',
  });
});
afterEach(async () => {
  program.signal('SIGKILL');
  await program.ended;
  await place.remove();
});

it('answers one caller with a stray error, logs it under the id of the call, and goes on', async () => {
  const url = await program.url;
  const list = async () => {
    const path = pathOf(subscriberRoutes.listSubscribers);
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, body: await answer.json(), id: answer.headers.get('x-request-id') };
  };
  const [exception, event, rejection] = [await list(), await list(), await list()];
  for (const { status, body } of [exception, event])
    expect({ status, body }).toEqual({ status: 500, body: { error_message: ERROR_MESSAGES.server } });
  // Nothing of the call had to do with it.
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
