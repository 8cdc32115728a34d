import { z } from 'zod';
import { tokenRoutes } from '#contract/api/tokens.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { type Handler, handle } from '#server/platform/http/handle.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { defineTokenMails } from './emails.ts';
import { deleteEndedTokens } from './repo.ts';
import { makeToken, readTokens, removeToken } from './tokens.ts';

const sweep = queue('api_tokens_sweep', z.object({}));
// Expired tokens stay in the list this long, so that people find out why a program has stopped.
const SHOWN_AFTER_END_MS = 30 * DAY_MS;

/** The handlers of API tokens, and their jobs. */
export function apiTokenHandlers(context: AppContext): readonly Handler[] {
  const { jobs, database, clock } = context;
  defineTokenMails(context);
  jobs.define(sweep, async () => {
    await deleteEndedTokens(database, new Date(clock.now().getTime() - SHOWN_AFTER_END_MS));
  });
  jobs.schedule(sweep, '50 2 * * *', 'Europe/London', {});
  return [
    handle(tokenRoutes.listTokens, async ({ caller }) => ({
      api_tokens: { data: [...(await readTokens(context, caller))] },
    })),
    handle(tokenRoutes.createToken, async ({ caller, body }) => {
      const { token, resource } = await makeToken(context, caller, body);
      return { token, api_token: { data: resource } };
    }),
    handle(tokenRoutes.removeToken, async ({ caller, params: { id } }) => {
      await removeToken(context, caller, id);
    }),
  ];
}
