import type { FastifyReply, FastifyRequest } from 'fastify';
import { READER_PATH, schoolPagePath } from '#contract/paths.ts';
import { subscribingWords } from '#newsletter/words/subscribing/subscribing-words.ts';
import { listListed } from '#server/data/families/listings.ts';
import type { SignUp } from '#server/data/families/sign-ups.ts';
import { findSubscriber } from '#server/data/subscribers.ts';
import { tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import type { FamilyPage } from '#server/features/families/frame/family-page.ts';
import type { FamilySection } from '#server/features/families/frame/section.ts';
import { type FamilyServer, familyPathOf } from '#server/features/families/frame/server.ts';
import type { OpenSite } from '#server/features/families/frame/site.ts';
import { findOffer, languageFor, type Offer } from '#server/features/families/offer.ts';
import { html } from '#server/platform/http/html.ts';
import { masked } from '#server/platform/mail/masked.ts';
import { ask } from './asking.ts';
import { confirmRequest, findSignUpRequest } from './confirm.ts';
import { NOTHING_TYPED, signedTime } from './form.ts';
import { confirmPage, onListPage, signUpPage, tooOldPage, waitingPage, waysOn } from './pages.ts';

/** Signing up on a school's pages. */
export const signUpSection: FamilySection = {
  page: 'signUp',
  label: (language) => subscribingWords(language).words.signUp,
  isOn: ({ takesSignUps }) => takesSignUps,
  mount: mountSignUp,
  async digest(server, site) {
    const { words } = subscribingWords(site.school.language);
    return html`<h2>${words.signUpTitle}</h2><p><a class="button" href="${server.url(site, 'signUp')}">${words.signUp}</a></p>`;
  },
};

type FormRoute = { readonly Params: { readonly address: string } };
type LinkRoute = { readonly Params: { readonly address: string; readonly token: string } };
type AtAddress = FastifyRequest<FormRoute>;
type Link = FastifyRequest<LinkRoute>;

function mountSignUp(server: FamilyServer): void {
  const pages = new SignUpPages(server);
  const path = familyPathOf('signUp');
  server.app.get<FormRoute>(path, (request, reply) => pages.show(request, reply));
  server.app.post<FormRoute>(path, (request, reply) => pages.ask(request, reply));
  server.app.get<LinkRoute>(`${path}/:token`, (request, reply) => pages.showLink(request, reply));
  server.app.post<LinkRoute>(`${path}/:token`, (request, reply) => pages.confirm(request, reply));
}

class SignUpPages {
  readonly #server: FamilyServer;
  constructor(server: FamilyServer) {
    this.#server = server;
  }

  /** Shows the form. It is never cached, as it contains the time when it was shown. */
  async show(request: AtAddress, reply: FastifyReply): Promise<FastifyReply> {
    const { context } = this.#server;
    const site = await this.#site(request);
    if (site === null) return await this.#server.notFound(reply);
    if (site.pages.address !== request.params.address)
      return await reply.redirect(schoolPagePath(site.pages.address, 'signUp'), 301);
    const offer = await findOffer(context.database, site.school);
    const language = asked(request, offer);
    const begun = await signedTime(context, site.school.id);
    const form = { typed: NOTHING_TYPED, begun, problem: null, language };
    return await this.#send(reply, site, language, signUpPage(site, offer, form));
  }

  async ask(request: AtAddress, reply: FastifyReply): Promise<FastifyReply> {
    const { context } = this.#server;
    const site = await this.#site(request);
    if (site === null) return await this.#server.notFound(reply);
    const offer = await findOffer(context.database, site.school);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const given = { form, shownIn: asked(request, offer), ip: request.ip };
    const { page, language, status } = await ask(context, site, offer, given);
    return await this.#send(reply, site, language, page, status);
  }

  async showLink(request: Link, reply: FastifyReply): Promise<FastifyReply> {
    const site = await this.#site(request);
    if (site === null) return await this.#server.notFound(reply);
    const found = await findSignUpRequest(this.#server.context, site.school, request.params.token);
    return await this.#sendState(request, reply, site, found);
  }

  async confirm(request: Link, reply: FastifyReply): Promise<FastifyReply> {
    const site = await this.#site(request);
    if (site === null) return await this.#server.notFound(reply);
    const found = await confirmRequest(this.#server.context, site.school, request.params.token);
    return await this.#sendState(request, reply, site, found);
  }

  async #sendState(
    { params: { token } }: Link,
    reply: FastifyReply,
    site: OpenSite,
    request: SignUp | null,
  ): Promise<FastifyReply> {
    const { context } = this.#server;
    const { school, pages } = site;
    const path = schoolPagePath(pages.address, 'signUp');
    if (request === null) {
      const page = tooOldPage(school.language, path);
      return await this.#send(reply, site, school.language, page, 404);
    }
    const offer = await findOffer(context.database, school);
    const language = languageFor(school, request.language);
    const [newest] = await listListed(context.database, school.id, { limit: 1 });
    const ways = waysOn({ ...site, school: { ...school, language } }, newest !== undefined);
    if (request.state === 'waiting')
      return await this.#send(reply, site, language, waitingPage(language, ways));
    if (request.subscriberId !== null) {
      const ref = { schoolId: school.id, subscriberId: request.subscriberId };
      const reader = await findSubscriber(context.database, school.id, request.subscriberId);
      // The reader has left since: that page says so, and offers the way back.
      if (reader?.status !== 'subscribed')
        return await reply
          .header('cache-control', 'no-store')
          .redirect(`/unsubscribe/${(await tokenMaker(context))(ref)}`, 303);
      const preferences = READER_PATH + (await tokenMaker(context, 'preferences'))(ref);
      const email = reader.email === request.email ? request.email : masked(reader.email);
      return await this.#send(reply, site, language, onListPage(language, { email, ways }, preferences));
    }
    const groups = offer.groups.filter(({ id }) => request.groupIds.includes(id));
    const shown = { email: request.email, groups, language: request.language };
    const action = `${path}/${encodeURIComponent(token)}`;
    return await this.#send(
      reply,
      site,
      language,
      confirmPage({ language, schoolLanguage: site.school.language }, shown, action),
    );
  }

  #site({ params: { address } }: AtAddress): Promise<OpenSite | null> {
    return this.#server.findOpen(address, signUpSection);
  }

  #send(reply: FastifyReply, site: OpenSite, language: string, page: FamilyPage, status = 200) {
    const shown = { ...site, school: { ...site.school, language } };
    return this.#server.send(reply, shown, { ...page, section: signUpSection }, status);
  }
}

// The language of `?language=`, if the school offers it.
function asked(request: AtAddress, { languages }: Offer): string {
  const given = new URLSearchParams(request.url.split('?').slice(1).join('?')).get('language') ?? '';
  return languages.find((language) => language === given) ?? languages[0] ?? 'en';
}
