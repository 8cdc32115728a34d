import type { FastifyInstance } from 'fastify';
import { togetherRoutes } from '#contract/together.ts';
import type { AppContext } from '#server/context.ts';
import { findStoredState, type StoredState } from '#server/data/newsletter-news.ts';
import { requireOwnPart } from '#server/data/parts.ts';
import { nameInSchool } from '#server/data/staff.ts';
import { notFound } from '#server/platform/http/errors.ts';
import { type Handler, handle, type Member } from '#server/platform/http/handle.ts';
import { tokenOf } from '#server/platform/http/tokens.ts';
import { Hub } from './hub.ts';

/** The handlers for who has a newsletter open, and for its news. `stop` ends all streams. */
export function together(context: AppContext): { readonly handlers: readonly Handler[]; stop(): void } {
  const hub = new Hub(context);
  const handlers = [
    handle(togetherRoutes.followNewsletter, async ({ caller, params: { id }, query, request, reply }) => {
      const stored = await load(context, caller, id);
      const personName = (await nameInSchool(context.database, caller.schoolId, caller.personId)) ?? '';
      // For nginx, which would otherwise hold events back until there are more of them. Closing the connection with the stream leaves
      // none that a stopping server would wait for.
      reply.header('x-accel-buffering', 'no').header('connection', 'close');
      const token = tokenOf(request.headers.authorization) ?? '';
      return hub.open(caller, stored, { newsletterId: id, window: query.window, personName, token });
    }),
    handle(
      togetherRoutes.moveInNewsletter,
      async ({ caller, params: { id }, body }) => {
        const { schoolId, personId } = caller;
        const window = { schoolId, personId, newsletterId: id, window: body.window };
        if (!hub.knows(window)) await load(context, caller, id);
        hub.move(window, body.block);
      },
      (token) => hub.callerOf(token),
    ),
  ];
  return { handlers, stop: () => hub.close() };
}

async function load(context: AppContext, caller: Member, id: string): Promise<StoredState> {
  await requireOwnPart(context, caller, id);
  const stored = await findStoredState(context.database, caller.schoolId, id);
  if (stored === null) throw notFound('Newsletter');
  return stored;
}

/** Ends the streams before the server closes, which waits for all calls. */
export function endStreamsOnClose(app: FastifyInstance, stop: () => void): void {
  app.addHook('preClose', (done) => {
    stop();
    done();
  });
}
