import type { FastifyReply, FastifyRequest } from 'fastify';
import { familyEmail } from '#contract/families/sign-up.ts';
import { READER_PATH } from '#contract/paths.ts';
import { subscribingWords } from '#newsletter/words/subscribing/subscribing-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import { listMailed } from '#server/data/families/moves.ts';
import { languageOfLink, TEST_TOKEN, tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import type { FamilyPage } from '#server/features/families/frame/family-page.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import type { FamilySite } from '#server/features/families/frame/site.ts';
import { languageFor } from '#server/features/families/offer.ts';
import { FIELDS, isDoubted, typedAddress } from '#server/features/families/sign-up/form.ts';
import { inboxPage, onListPage } from '#server/features/families/sign-up/pages.ts';
import { browserLanguage, deadLinkPage, wordsPage } from '#server/platform/http/page/dead-end.ts';
import { sendPage } from '#server/platform/http/page/send-page.ts';
import { type FamilyReader, findReader, saveChoices } from './choices.ts';
import { askToMove, confirmMove, findShownMove, type ShownMove, undoAddressChange } from './moving.ts';
import {
  addressForm,
  choicesPage,
  knownPage,
  messagePage,
  notOnListPage,
  type Paths,
  questionPage,
  storedFile,
  storedPage,
  wordsFor,
} from './pages.ts';

type Route = { readonly Params: { readonly token: string } };
type Link = FastifyRequest<Route>;

const MAILS_SHOWN = 500;

/**
 * A reader's own pages, by the link in each of their mails. A GET changes nothing, as mail scanners follow links; a POST acts. Leaving is
 * on the page behind the unsubscribe link.
 */
export function servePreferences(server: FamilyServer): void {
  const pages = new ReaderPages(server);
  const { app } = server;
  const own = `${READER_PATH}:token`;
  const moving = `${READER_PATH}address/:token`;
  app.get<Route>(own, (request, reply) => pages.choices(request, reply));
  app.post<Route>(own, (request, reply) => pages.save(request, reply));
  app.get<Route>(`${own}/address`, (request, reply) => pages.addressForm(request, reply));
  app.post<Route>(`${own}/address`, (request, reply) => pages.askToMove(request, reply));
  app.get<Route>(`${own}/data`, (request, reply) => pages.stored(request, reply));
  app.get<Route>(`${own}/data.json`, (request, reply) => pages.download(request, reply));
  app.get<Route>(moving, (request, reply) => pages.showMove(request, reply));
  app.post<Route>(moving, (request, reply) => pages.move(request, reply));
  app.get<Route>(`${moving}/undo`, (request, reply) => pages.showUndo(request, reply));
  app.post<Route>(`${moving}/undo`, (request, reply) => pages.undo(request, reply));
}

/** A page, and the reader whose language it is in. */
interface Answer {
  readonly page: FamilyPage;
  readonly reader: FamilyReader;
  readonly status?: number;
}

class ReaderPages {
  readonly #server: FamilyServer;
  constructor(server: FamilyServer) {
    this.#server = server;
  }

  choices(request: Link, reply: FastifyReply): Promise<FastifyReply> {
    return this.#forReader(request, reply, async (reader, paths) => ({
      reader,
      page: choicesPage(reader, paths, false),
    }));
  }

  save(request: Link, reply: FastifyReply): Promise<FastifyReply> {
    return this.#forReader(request, reply, async (before, paths) => {
      await saveChoices(this.#server.context, before, formOf(request));
      const reader = (await findReader(this.#server, request.params.token))?.reader ?? before;
      return { reader, page: choicesPage(reader, paths, true) };
    });
  }

  addressForm(request: Link, reply: FastifyReply): Promise<FastifyReply> {
    return this.#forReader(request, reply, async (reader, paths) => ({
      reader,
      page: addressForm(reader, paths, { kept: '' }),
    }));
  }

  askToMove(request: Link, reply: FastifyReply): Promise<FastifyReply> {
    return this.#forReader(request, reply, async (reader, paths) => {
      const form = formOf(request);
      const kept = typedAddress(form);
      if (form.has(FIELDS.again)) return { reader, page: addressForm(reader, paths, { kept }) };
      const email = familyEmail.safeParse(kept);
      const { words } = wordsFor(reader);
      if (!email.success)
        return { reader, page: addressForm(reader, paths, { kept, wrong: words.emailWrong }), status: 400 };
      if (isDoubted(form, email.data))
        return { reader, page: addressForm(reader, paths, { kept, wrong: null }), status: 400 };
      if (!(await askToMove(this.#server.context, reader.subscriber, email.data, request.ip)))
        return { reader, page: addressForm(reader, paths, { kept, wrong: words.tooOften }), status: 429 };
      const inbox = inboxPage(wordsFor(reader).lang, email.data, {
        path: `${paths.own}/address`,
        typed: [['email', kept]],
      });
      return { reader, page: { ...inbox, isAlone: true } };
    });
  }

  stored(request: Link, reply: FastifyReply): Promise<FastifyReply> {
    return this.#forReader(request, reply, async (reader, paths) => ({
      reader,
      page: storedPage(reader, paths, await this.#mailed(reader)),
    }));
  }

  async download(request: Link, reply: FastifyReply): Promise<FastifyReply> {
    const reader = (await findReader(this.#server, request.params.token))?.reader ?? null;
    if (reader === null) return await this.#sendDead(reply, request.params.token);
    const file = `${JSON.stringify(storedFile(reader, await this.#mailed(reader)), null, 2)}\n`;
    return reply
      .headers({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-disposition': 'attachment; filename="newsletters.json"',
      })
      .type('application/json; charset=utf-8')
      .send(file);
  }

  async showMove({ params: { token } }: Link, reply: FastifyReply): Promise<FastifyReply> {
    return await this.#sendMove(reply, token, await findShownMove(this.#server.context, token, 'confirm'));
  }

  async move({ params: { token } }: Link, reply: FastifyReply): Promise<FastifyReply> {
    return await this.#sendMove(reply, token, await confirmMove(this.#server.context, token));
  }

  async showUndo({ params: { token } }: Link, reply: FastifyReply): Promise<FastifyReply> {
    return await this.#sendUndo(reply, token, await findShownMove(this.#server.context, token, 'undo'));
  }

  async undo({ params: { token } }: Link, reply: FastifyReply): Promise<FastifyReply> {
    return await this.#sendUndo(reply, token, await undoAddressChange(this.#server.context, token));
  }

  async #sendMove(reply: FastifyReply, token: string, shown: ShownMove | null): Promise<FastifyReply> {
    const preferences = await tokenMaker(this.#server.context, 'preferences');
    return await this.#sendShown(reply, shown, ({ move, state, language }) => {
      const { words } = subscribingWords(language);
      if (state === 'done') {
        const page = onListPage(language, { email: move.email, ways: '' }, READER_PATH + preferences(move));
        return { ...page, isAlone: true };
      }
      const path = `${READER_PATH}address/${encodeURIComponent(token)}`;
      return questionPage(language, { title: words.isItYou, text: move.email, button: words.yesHere, path });
    });
  }

  async #sendUndo(reply: FastifyReply, token: string, shown: ShownMove | null): Promise<FastifyReply> {
    return await this.#sendShown(reply, shown, ({ move, state, language }) => {
      const { words } = subscribingWords(language);
      const text = fill(words.takeBackText, { address: move.before });
      if (state === 'done') return messagePage(words.takenBack, text);
      const path = `${READER_PATH}address/${encodeURIComponent(token)}/undo`;
      return questionPage(language, { title: words.takeBackTitle, text, button: words.takeBack, path });
    });
  }

  async #sendShown(
    reply: FastifyReply,
    shown: ShownMove | null,
    pageOf: (shown: ShownMove) => FamilyPage,
  ): Promise<FastifyReply> {
    const site = shown && (await this.#server.findSite(shown.move.schoolId));
    if (shown === null || site === null) return await this.#sendDead(reply, null);
    const { state, language } = shown;
    const page =
      state === 'known' ? knownPage(language) : state === 'left' ? notOnListPage(language) : pageOf(shown);
    return await this.#server.send(reply, inLanguage(site, language), page);
  }

  /** Answers a dead link. `token`: a link that may identify a school; null if no school is known. */
  async #sendDead(reply: FastifyReply, token: string | null): Promise<FastifyReply> {
    const ofSchool = token === null ? null : await languageOfLink(this.#server.context, token);
    const language = ofSchool ?? browserLanguage(reply.request.headers);
    return sendPage(reply, deadLinkPage(language, 'choices'), { status: 404 });
  }

  async #mailed({ subscriber }: FamilyReader) {
    return { mailed: await listMailed(this.#server.context.database, subscriber, MAILS_SHOWN) };
  }

  /** Answers a reader on the list; somebody who has left it gets the page to come back. */
  async #forReader(
    { params: { token } }: Link,
    reply: FastifyReply,
    answer: (reader: FamilyReader, paths: Paths) => Promise<Answer>,
  ): Promise<FastifyReply> {
    if (token === TEST_TOKEN) return sendPage(reply, TEST_PAGE);
    const found = await findReader(this.#server, token);
    if (found === null) return await this.#sendDead(reply, token);
    const unsubscribe = `/unsubscribe/${(await tokenMaker(this.#server.context))(found.ref)}`;
    if (found.reader === null)
      return await reply.header('cache-control', 'no-store').redirect(unsubscribe, 303);
    const { page, reader, status } = await answer(found.reader, { own: READER_PATH + token, unsubscribe });
    const language = languageFor(reader.site.school, reader.subscriber.language);
    return await this.#server.send(reply, inLanguage(reader.site, language), page, status ?? 200);
  }
}

function inLanguage(site: FamilySite, language: string): FamilySite {
  return { ...site, school: { ...site.school, language } };
}

function formOf({ body }: Link): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/** The page for staff behind the link in a test mail. */
const TEST_PAGE = wordsPage({
  title: 'This is where readers choose what they get',
  text: 'You followed the link in a test mail. In the mails to your families it leads to their own choices.',
});
