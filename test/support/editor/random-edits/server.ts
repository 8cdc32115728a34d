import { z } from 'zod';
import { type NewsletterResource, newsletterRoutes, updateNewsletterForm } from '#contract/newsletters.ts';

const request = z.object({ news_letter: updateNewsletterForm });

/** A server that takes saves like the real one: the body must pass the contract, and a wrong version is refused. */
export interface TestServer {
  /** The newsletter as last stored. */
  stored(): NewsletterResource;
  /** Answers wait until `release`. */
  hold(): void;
  release(): void;
  /** Replaces `fetch`: answers saves, and never anything else. */
  answer(url: unknown, options?: { readonly method?: string; readonly body?: unknown }): Promise<Response>;
}

export function createTestServer(first: NewsletterResource): TestServer {
  let stored = first;
  let gate = Promise.withResolvers<undefined>();
  gate.resolve(undefined);

  function save(body: unknown): Response {
    const { title, code, layout_type, version } = request.parse(JSON.parse(String(body))).news_letter;
    const { attributes } = stored;
    if (version !== attributes.version)
      return Response.json({ error_message: 'Changed', news_letter: { data: stored } }, { status: 409 });
    stored = {
      ...stored,
      attributes: {
        ...attributes,
        title: title ?? attributes.title,
        layout_type: layout_type ?? attributes.layout_type,
        code: code ?? attributes.code,
        version: attributes.version + 1,
      },
    };
    return Response.json(newsletterRoutes.updateNewsletter.reply.parse({ news_letter: { data: stored } }));
  }

  return {
    stored: () => stored,
    hold: () => {
      gate = Promise.withResolvers<undefined>();
    },
    release: () => gate.resolve(undefined),
    async answer(_url, { method, body } = {}) {
      if (method !== 'PATCH') return await new Promise<Response>(() => undefined);
      const { promise } = gate;
      await promise;
      return save(body);
    },
  };
}
