import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isScreen, screenPath } from '#contract/paths.ts';
import { deriveProduct } from '#contract/product.ts';
import { API_BASE } from '#contract/route.ts';
import type { AppContext } from '#server/context.ts';
import { type Asset, packAsset, sendAsset } from '#server/platform/http/compressed/asset.ts';
import { browserLanguage, gonePage } from '#server/platform/http/page/dead-end.ts';
import { Documents } from './documents.ts';
import { notFound } from './errors.ts';
import { headOf, NOT_FOUND_HEAD, type ScreenHead } from './screen-heads.ts';
import { StaticFiles } from './static.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const HTML = 'text/html; charset=utf-8';

/** Paths that people know from other programs, and their targets. */
const TYPED: ReadonlyMap<string, string> = new Map([
  ...['/login', '/log-in', '/signin', '/sign-in'].map((typed) => [typed, landingWith('login')] as const),
  ...['/register', '/signup', '/sign-up'].map((typed) => [typed, landingWith('register')] as const),
]);

function landingWith(panel: 'login' | 'register'): string {
  return `${screenPath('landing')}?${panel}=true`;
}

/** Serves the app's own pages, each with its own head, and their files. */
export class AppPages {
  readonly #context: AppContext;
  readonly #files: StaticFiles;
  readonly #documents: Documents;
  /** Compressed pages, by everything that their content depends on. */
  readonly #rendered = new Map<string, Promise<Asset>>();

  constructor(context: AppContext, root: string = ROOT) {
    this.#context = context;
    this.#files = new StaticFiles([join(root, 'dist'), join(root, 'public')]);
    this.#documents = new Documents(join(root, 'dist'));
  }

  /** Handles every path without another route. */
  mount(app: FastifyInstance): void {
    app.get('/*', async (request, reply) => {
      const path = requestPath(request);
      if (path.startsWith(`${API_BASE}/`)) throw notFound('Page');
      if (await this.#files.answer(path, request, reply)) return reply;
      const meant = TYPED.get(path.toLowerCase().replace(/\/$/, ''));
      if (meant !== undefined) return reply.redirect(meant);
      if (!isScreen(path)) return await this.sendNotFound(reply);
      return await this.#send(reply, headOf(path));
    });
  }

  /** The app's Not Found page, with its status. */
  async sendNotFound(reply: FastifyReply): Promise<FastifyReply> {
    return await this.#send(reply.code(404), NOT_FOUND_HEAD);
  }

  /** The Not Found page for families, in the language of their browser. */
  async sendGone(reply: FastifyReply): Promise<FastifyReply> {
    const page = gonePage(browserLanguage(reply.request.headers));
    if (page === null) return await this.sendNotFound(reply);
    return await reply.code(404).header('cache-control', 'no-cache').type(HTML).send(page.toString());
  }

  async #send(reply: FastifyReply, head: ScreenHead): Promise<FastifyReply> {
    reply.header('cache-control', 'no-cache');
    await sendAsset(await this.#page(head), reply.request, reply);
    return reply;
  }

  #page(head: ScreenHead): Promise<Asset> {
    const { config, clock } = this.#context;
    const now = clock.now();
    const key = [head.screen, config.publicUrl, now.getFullYear()].join(' ');
    const known = this.#rendered.get(key);
    if (known !== undefined) return known;
    const page = this.#documents.fill(
      head,
      deriveProduct(config.product, now, config.publicUrl),
      config.publicUrl,
      config.providers.map(({ id, name, logsOutThere }) => ({ id, name, logsOutThere })),
    );
    const making = packAsset(Buffer.from(page), HTML);
    this.#rendered.set(key, making);
    return making;
  }
}

function requestPath(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
