import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SCHOOL_PAGES, SCHOOL_PATH, type SchoolPage, schoolPagePath } from '#contract/paths.ts';
import type { AppContext } from '#server/context.ts';
import { findPagesAt, findSchoolPages } from '#server/data/families/school-pages.ts';
import { findSchool } from '#server/data/schools.ts';
import { sendAsset } from '#server/platform/http/compressed/asset.ts';
import { sendPage } from '#server/platform/http/page/send-page.ts';
import type { AppPages } from '#server/platform/http/pages.ts';
import type { FamilyPage } from './family-page.ts';
import { familyPage } from './family-page.ts';
import type { FreshCache } from './fresh-cache.ts';
import { policyFor } from './headers.ts';
import { type MadePage, makePage, type PageContent } from './made-page.ts';
import type { SectionEntry } from './section-entry.ts';
import type { FamilySite, OpenSite } from './site.ts';

/** The parameters of a request for a page. */
interface Asked {
  /** The parameters of its path, except the school's address. */
  readonly params: Readonly<Record<string, string>>;
  /** The query parameters that the page takes; an absent one is empty. */
  readonly query: Readonly<Record<string, string>>;
}

/** Runs `make` for a page that is not cached. */
export type Turn = <T>(asked: Asked & { readonly ip: string }, make: () => Promise<T>) => Promise<T>;

/** A submitted form. */
interface SentForm {
  readonly fields: URLSearchParams;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface PageOptions {
  /** The page's section: the page exists only while that is on. Absent: every school with pages has it. */
  readonly section?: SectionEntry;
  /** The names of the query parameters that it takes. */
  readonly query?: readonly string[];
  /** The origins that may show it in a frame; absent: none. */
  readonly frames?: (site: OpenSite) => readonly string[];
  /** Makes costly requests wait for their turn, or refuses them, before any query. `ip` is the first requester's. */
  readonly turn?: Turn;
  /** The page while the section is off (410); null or absent: none, as if it had never existed. */
  readonly gone?: (site: OpenSite) => Promise<FamilyPage | null>;
}

/**
 * Serves families' pages. `page` defines a page that is the same for everybody: it is cached and tagged, and a change shows everywhere
 * within a minute. `send` answers a form or one reader, and is never cached.
 */
export class FamilyServer {
  readonly context: AppContext;
  /** The scope for forms, in which a body is `URLSearchParams`. */
  readonly app: FastifyInstance;
  readonly sections: readonly SectionEntry[];
  readonly #appPages: AppPages;
  readonly #cache: FreshCache<MadePage>;

  constructor(
    context: AppContext,
    app: FastifyInstance,
    appPages: AppPages,
    { sections, cache }: { sections: readonly SectionEntry[]; cache: FreshCache<MadePage> },
  ) {
    this.context = context;
    this.app = app;
    this.sections = sections;
    this.#appPages = appPages;
    this.#cache = cache;
  }

  /** The absolute address of one of a school's pages. */
  url({ pages }: OpenSite, page: SchoolPage, params: Readonly<Record<string, string>> = {}): string {
    return this.context.config.publicUrl + schoolPagePath(pages.address, page, params);
  }

  /** Defines a page, or a file, of schools. `make` resolves to null if there is none. */
  page(
    page: SchoolPage,
    options: PageOptions,
    make: (site: OpenSite, asked: Asked) => Promise<PageContent | null>,
  ): void {
    this.app.get<{ Params: Record<string, string> }>(familyPathOf(page), async (request, reply) => {
      const { address = '', ...params } = request.params;
      const { ip } = request;
      const { turn = atOnce } = options;
      const asked = { params, query: chosen(request, options.query ?? []) };
      const read = () =>
        this.context.database.readForPublic(async () => {
          const site = await this.findOpen(address, options.section);
          if (site === null) return await this.#gone(address, page, options);
          const to = moved(site, address, page, asked);
          const content = to === null ? await make(site, asked) : { to, isForEver: true };
          if (content === null) return null;
          const frames = options.frames?.(site) ?? [];
          const url = this.url(site, page, params);
          return await makePage({ site, content, frames, sections: this.sections, url });
        });
      const key = JSON.stringify([address, page, asked]);
      const made = await this.#cache.get(key, () => turn({ ...asked, ip }, read));
      if (made === null) return await this.notFound(reply);
      return await answer(made, request, reply);
    });
  }

  /**
   * Defines the handler of a form that is sent to a section's page. Its GET is defined by `page`, or with the same path in `app`. A former
   * address of the school redirects the form (308).
   */
  form(
    page: SchoolPage,
    section: SectionEntry,
    answer: (site: OpenSite, sent: SentForm) => Promise<FastifyReply>,
  ): void {
    this.app.post<{ Params: { address: string } }>(familyPathOf(page), async (request, reply) => {
      const { address } = request.params;
      const site = await this.findOpen(address, section);
      if (site === null) return await this.notFound(reply);
      const to = moved(site, address, page, { params: {}, query: {} });
      if (to !== null) return await reply.redirect(to, 308);
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      return await answer(site, { fields, request, reply });
    });
  }

  /** The open school at a current or former address, if it has switched the section on; null otherwise. */
  async findOpen(address: string, section?: SectionEntry): Promise<OpenSite | null> {
    const site = await findPagesAt(this.context.database, address.toLowerCase());
    if (site === null) return null;
    const isShown =
      section === undefined ? this.sections.some(({ isOn }) => isOn(site.pages)) : section.isOn(site.pages);
    return isShown ? site : null;
  }

  /** A school by id, for a reader's own pages, whatever it has switched on. Null if it is closed. */
  async findSite(schoolId: string): Promise<FamilySite | null> {
    const { database } = this.context;
    const school = await findSchool(database, schoolId);
    if (school === undefined || school.closesAt !== null) return null;
    return { school, pages: await findSchoolPages(database, schoolId) };
  }

  async #gone(
    address: string,
    page: SchoolPage,
    { gone }: PageOptions,
  ): Promise<Awaited<ReturnType<typeof makePage>> | null> {
    const site = gone === undefined ? null : await findPagesAt(this.context.database, address.toLowerCase());
    const content = site && (await gone?.(site));
    if (site === null || !content) return null;
    const url = this.url(site, page);
    return await makePage({ site, content, status: 410, frames: [], sections: this.sections, url });
  }

  /** Answers one reader with a page that is never cached. */
  async send(reply: FastifyReply, site: FamilySite, page: FamilyPage, status = 200): Promise<FastifyReply> {
    const { school, pages } = site;
    const url =
      pages === null || page.section === undefined ? null : this.url({ school, pages }, page.section.page);
    return await sendPage(reply, familyPage(site, this.sections, page, url), {
      status,
      policy: policyFor([]),
    });
  }

  /** The same answer for a page that is switched off, closed or never existed. */
  async notFound(reply: FastifyReply): Promise<FastifyReply> {
    return await this.#appPages.sendGone(reply);
  }
}

const atOnce: Turn = (_, make) => make();

export function familyPathOf(page: SchoolPage): string {
  return `${SCHOOL_PATH}:address${SCHOOL_PAGES[page]}`;
}

function chosen(request: FastifyRequest, names: readonly string[]): Readonly<Record<string, string>> {
  const given = new URLSearchParams(request.url.split('?').slice(1).join('?'));
  return Object.fromEntries(names.map((name) => [name, given.get(name) ?? '']));
}

// Redirects a former address of the school, or one with other capitals.
function moved(
  { pages }: OpenSite,
  address: string,
  page: SchoolPage,
  { params, query }: Asked,
): string | null {
  if (address === pages.address) return null;
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return schoolPagePath(pages.address, page, params) + search;
}

async function answer(made: MadePage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(made.status).headers(made.headers);
  const { content, isFramed } = made;
  // `X-Frame-Options` cannot list origins; the policy can.
  if (isFramed) reply.removeHeader('x-frame-options');
  if ('to' in content) return await reply.redirect(content.to, content.isForEver === true ? 301 : 302);
  await sendAsset(content, request, reply);
  return reply;
}
