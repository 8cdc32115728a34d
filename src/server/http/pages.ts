import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isScreen } from '#contract/paths.ts';
import { API_BASE } from '#contract/route.ts';
import type { House } from '../house.ts';
import { answerError, notFound } from './errors.ts';
import { html } from './html.ts';
import { headOf, NOT_FOUND_HEAD, type ScreenHead } from './screen-heads.ts';
import { StaticFiles } from './static.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The app's own pages: one document for every screen, each with its own head, and the files that it loads. */
export class AppPages {
  readonly #house: House;
  readonly #files: StaticFiles;
  readonly #template: string;

  constructor(house: House, root: string = ROOT) {
    this.#house = house;
    this.#files = new StaticFiles([join(root, 'dist'), join(root, 'public')]);
    this.#template = readTemplate(join(root, 'dist', 'index.html'));
  }

  /** Takes every address that nothing else has. */
  mount(app: FastifyInstance): void {
    app.get('/*', async (request, reply) => {
      const path = pathOf(request);
      if (path.startsWith(`${API_BASE}/`)) throw notFound('Page');
      if (await this.#files.answer(path, request, reply)) return reply;
      return isScreen(path) ? this.#send(reply, 200, headOf(path)) : this.sendNotFound(reply);
    });
  }

  /** The app's Not Found page, with its status. */
  sendNotFound(reply: FastifyReply): FastifyReply {
    return this.#send(reply, 404, NOT_FOUND_HEAD);
  }

  #send(reply: FastifyReply, status: number, head: ScreenHead): FastifyReply {
    const { product, publicUrl } = this.#house.config;
    const title = head.title === null ? product.name : `${head.title} · ${product.name}`;
    const description = head.description.replaceAll('{product}', product.name);
    // The product's name comes from the configuration: it is escaped like anything else.
    const marks = html`<title>${title}</title><meta name="description" content="${description}" />${
      head.isPublic
        ? html`<meta property="og:title" content="${title}" /><meta property="og:description" content="${description}" /><meta property="og:site_name" content="${product.name}" /><link rel="canonical" href="${publicUrl}${head.path}" />`
        : html`<meta name="robots" content="noindex" />`
    }`;
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(this.#template.replace(HEAD_MARK, () => marks.toString()));
  }
}

const HEAD_MARK = '<!--head-->';

/** The built document with a mark in place of its title and description. */
function readTemplate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
      .replace(/<meta name="description"[^>]*>\s*/, '')
      .replace(/<title>[^<]*<\/title>/, HEAD_MARK);
  } catch {
    // Without a build there is no app, but an answer.
    return `<!doctype html><html lang="en"><head><meta charset="utf-8" />${HEAD_MARK}</head><body><h1>Not found</h1><p><a href="/">Return</a></p></body></html>`;
  }
}

function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '/';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** For what no route takes: other methods than GET on a page's address. */
export function answerNothing(request: FastifyRequest, reply: FastifyReply): void {
  answerError(notFound('Page'), request, reply);
}
