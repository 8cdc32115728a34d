import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serveEmbed } from '#server/features/families/embed/embed.ts';
import { FreshCache } from '#server/features/families/frame/fresh-cache.ts';
import type { MadePage } from '#server/features/families/frame/made-page.ts';
import { FamilyServer, familyPathOf } from '#server/features/families/frame/server.ts';
import { serveHome } from '#server/features/families/home/home.ts';
import { serveSchoolsSitemap } from '#server/features/families/newsletters/sitemap.ts';
import { servePreferences } from '#server/features/families/preferences/serve.ts';
import { answerError, refusalFor } from '#server/platform/http/errors.ts';
import { browserLanguage, laterPage } from '#server/platform/http/page/dead-end.ts';
import type { AppPages } from '#server/platform/http/pages.ts';
import { leadFromSlash } from '#server/platform/http/slashes.ts';
import { SECTIONS } from './sections.ts';

/** Pages whose addresses people type. */
const WITHOUT_SLASH = ['home', 'newsletters', 'latest', 'diary', 'signUp', 'embed'] as const;
const MEMORY_BYTES = 32 * 1024 * 1024;
const FORM_MAX = 32 * 1024;

/** Schools' pages for families, under `/s/`, and readers' own pages, under `/r/`. */
export class FamilyPages {
  readonly #context: AppContext;
  readonly #cache: FreshCache<MadePage>;

  constructor(context: AppContext) {
    this.#context = context;
    this.#cache = new FreshCache(context, MEMORY_BYTES);
  }

  /** Clears the cache. Call it when something that these pages show has changed. */
  forget(): void {
    this.#cache.forget();
  }

  mount(app: FastifyInstance, appPages: AppPages): void {
    app.register((scope, _, done) => {
      readForms(scope);
      scope.setErrorHandler<Error>((error, request, reply) => {
        const refusal = refusalFor(error);
        if (refusal.headers['retry-after'] === undefined) return answerError(error, request, reply);
        return reply
          .code(refusal.status)
          .headers({ ...refusal.headers, 'cache-control': 'no-store' })
          .type('text/html; charset=utf-8')
          .send(laterPage(browserLanguage(request.headers), this.#context.config.product.name).toString());
      });
      const server = new FamilyServer(this.#context, scope, appPages, {
        sections: SECTIONS,
        cache: this.#cache,
      });
      serveHome(server, SECTIONS);
      serveEmbed(server, SECTIONS);
      serveSchoolsSitemap(server);
      for (const section of SECTIONS) section.mount(server);
      servePreferences(server);
      for (const page of WITHOUT_SLASH) leadFromSlash(scope, familyPathOf(page));
      done();
    });
  }
}

function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { bodyLimit: FORM_MAX, parseAs: 'string' },
    (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
  );
}
