import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  APPROVAL_MESSAGES,
  APPROVE_PATH,
  approvalWords,
  approveByLinkForm,
  changesByLinkForm,
} from '#contract/approval/approval.ts';
import type { Change } from '#newsletter/changes/changes.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { AppContext } from '#server/context.ts';
import { fingerprintOf } from '#server/data/approvals.ts';
import { renderDraft } from '#server/features/newsletters/publishing/rendering.ts';
import { audienceMarks } from '#server/features/newsletters/variants/audience-marks.ts';
import { staffAddresses } from '#server/platform/files/own-addresses.ts';
import { countTry, ipKey, LIMITS } from '#server/platform/http/attempts.ts';
import type { Html } from '#server/platform/http/html.ts';
import { pagePolicy, sendPage } from '#server/platform/http/page/send-page.ts';
import { shownHash } from './approved-dates.ts';
import { asInCalendar, changesSince, contentOf } from './content.ts';
import { withChangeMarks } from './earlier.ts';
import {
  answeredPage,
  changedPage,
  changesForm,
  changesPage,
  changesRead,
  datesChangedPage,
  deadPage,
  endedPage,
  readingPage,
  readVersion,
  thanksPage,
  tooManyPage,
} from './pages.ts';
import { findApprovalByToken } from './repo.ts';
import { type ApprovalVisit, decideByLink, findVisit } from './visit.ts';

const FORM_MAX = 32 * 1024;

type Link = { readonly Params: { readonly token: string } };

/**
 * The pages behind an approver's mailed link, which need neither session nor script. A GET changes nothing, as mail scanners
 * follow links; a POST answers.
 */
export function serveApproval(app: FastifyInstance, context: AppContext): void {
  const pages = new Pages(context);
  const path = `${APPROVE_PATH}:token`;
  app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { bodyLimit: FORM_MAX, parseAs: 'string' },
      (_request, body, parsed) => parsed(null, fieldsOf(new URLSearchParams(String(body)))),
    );
    scope.get<Link>(path, (request, reply) => pages.show(request, reply));
    scope.post<Link>(path, (request, reply) => pages.approve(request, reply));
    scope.get<Link>(`${path}/read`, (request, reply) => pages.read(request, reply));
    scope.get<Link>(`${path}/now`, (request, reply) => pages.readNow(request, reply));
    scope.get<Link>(`${path}/now/newsletter`, (request, reply) => pages.newsletterNow(request, reply));
    scope.get<Link>(`${path}/newsletter`, (request, reply) => pages.newsletter(request, reply));
    scope.get<Link>(`${path}/changes`, (request, reply) => pages.askForChanges(request, reply));
    scope.post<Link>(`${path}/changes`, (request, reply) => pages.sendChanges(request, reply));
    done();
  });
}

type Request = FastifyRequest<Link>;

// A field that occurs twice becomes a list, which no form here allows.
function fieldsOf(form: URLSearchParams): Readonly<Record<string, string | readonly string[]>> {
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...others] = form.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

class Pages {
  readonly #context: AppContext;
  constructor(context: AppContext) {
    this.#context = context;
  }

  async show(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.#visit(request);
    return visit === null
      ? await this.#dead(request, reply)
      : this.#send(reply, 200, await this.#pageOf(request, visit));
  }

  async approve(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const form = approveByLinkForm.safeParse(request.body);
    if (!form.success) return await this.#notUnderstood(request, reply);
    return await this.#answer(request, reply, { ...form.data, words: '' });
  }

  /** The requested version, also after the answer. */
  async read(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.#visit(request);
    if (visit === null) return await this.#dead(request, reply);
    if (!isReadable(visit)) return this.#send(reply, 200, await this.#pageOf(request, visit));
    return this.#send(reply, 200, readingPage(visit, this.#path(request), null));
  }

  /** The newsletter in the frame of these pages. */
  async newsletter(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.#visit(request);
    if (visit === null) return await this.#dead(request, reply);
    if (!isReadable(visit)) return this.#send(reply, 404, await this.#pageOf(request, visit));
    const changes = visit.state === 'answered' ? [] : changesRead(visit);
    return await this.#sendNewsletter(reply, visit, contentOf(visit.request), changes);
  }

  /** The newsletter as it is now, with the changes since the request. */
  async readNow(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.#visit(request);
    if (visit === null) return await this.#dead(request, reply);
    if (visit.state !== 'changed') return this.#send(reply, 200, await this.#pageOf(request, visit));
    return this.#send(reply, 200, changesPage(visit, this.#path(request), await this.#shown(visit)));
  }

  /** The frame of `readNow`: shows only the version that its 'Approve' is for. */
  async newsletterNow(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.#visit(request);
    if (visit === null) return await this.#dead(request, reply);
    const { read } = z.object({ read: z.string().optional() }).parse(request.query);
    if (visit.state !== 'changed' || read !== fingerprintOf(visit.draft))
      return this.#send(reply, 404, await this.#pageOf(request, visit));
    return await this.#sendNewsletter(reply, visit, visit.draft, changesSince(visit.request, visit.draft));
  }

  async #sendNewsletter(
    reply: FastifyReply,
    { school, draft }: ApprovalVisit,
    stored: ReturnType<typeof contentOf>,
    changes: readonly Change[],
  ): Promise<FastifyReply> {
    const content = await asInCalendar(this.#context, draft, stored);
    const code = storedBlocks(content.code, content.codeVersion);
    const marks = withChangeMarks(await audienceMarks(this.#context, school.id, content), changes);
    const page = await renderDraft(this.#context, school, { ...content, code }, { marks });
    const { everywhere } = await staffAddresses(this.#context, school.id);
    reply.header('x-frame-options', 'SAMEORIGIN');
    return sendPage(reply, everywhere(page), { policy: this.#policy(["'self'"]) });
  }

  async askForChanges(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.#visit(request);
    if (visit === null) return await this.#dead(request, reply);
    if (!isAnswerable(visit)) return this.#send(reply, 200, await this.#pageOf(request, visit));
    const isNow = isReadNow(request, visit);
    return this.#send(reply, 200, changesForm(visit, this.#path(request), { isNow }));
  }

  async sendChanges(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const form = changesByLinkForm.safeParse(request.body);
    if (!form.success) return await this.#notUnderstood(request, reply);
    const given = form.data.words;
    const words = approvalWords.safeParse(given);
    const found = await this.#visit(request);
    if (found === null) return await this.#dead(request, reply);
    const isNow = isReadNow(request, found);
    const names = blocksOf(readVersion(found, isNow).document).map(({ name }) => name);
    const about = names.find((name) => name === form.data.about);
    const problem = words.success
      ? words.data === '' && APPROVAL_MESSAGES.whatChanges
      : APPROVAL_MESSAGES.sentence;
    if (problem && isAnswerable(found)) {
      const typed = { problem, words: given, about, isNow };
      return this.#send(reply, 400, changesForm(found, this.#path(request), typed));
    }
    const answer = { decision: 'changes', words: words.data ?? '', about } as const;
    return await this.#answer(request, reply, answer);
  }

  // The form is not one that these pages send: the page is shown again, and nothing is answered.
  async #notUnderstood(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const visit = await this.#visit(request);
    if (visit === null) return await this.#dead(request, reply);
    return this.#send(reply, 400, await this.#pageOf(request, visit));
  }

  async #answer(
    request: Request,
    reply: FastifyReply,
    answer: Parameters<typeof decideByLink>[2],
  ): Promise<FastifyReply> {
    const { visit, outcome } = await decideByLink(this.#context, request.params.token, answer);
    if (visit === null) return await this.#dead(request, reply);
    if (outcome === 'other dates')
      return this.#send(reply, 409, datesChangedPage(visit, this.#path(request)));
    if (outcome === 'decided') return this.#send(reply, 200, thanksPage(visit, this.#path(request)));
    // If the button was pressed twice, the request is answered, which is no error.
    return this.#send(reply, visit.state === 'answered' ? 200 : 409, await this.#pageOf(request, visit));
  }

  #visit({ params: { token } }: Request): Promise<ApprovalVisit | null> {
    return findVisit(this.#context, token);
  }

  #path({ params: { token } }: Request): string {
    return `${APPROVE_PATH}${encodeURIComponent(token)}`;
  }

  async #pageOf(request: Request, visit: ApprovalVisit): Promise<Html> {
    const path = this.#path(request);
    if (visit.state === 'open') return readingPage(visit, path, await this.#shown(visit));
    if (visit.state === 'changed') return changedPage(visit, path);
    if (visit.state === 'answered') return answeredPage(visit, path, this.#context.clock.now());
    return endedPage(visit);
  }

  #shown({ draft }: ApprovalVisit): Promise<string> {
    return shownHash(this.#context, draft);
  }

  // Many made-up links from one address are a search for links. A real link is not counted, whoever else uses the address.
  async #dead(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    if ((await findApprovalByToken(this.#context.database, request.params.token)) !== null)
      return this.#send(reply, 404, deadPage());
    const tried = await countTry(this.#context, LIMITS.deadApprovals, [ipKey(request.ip)]);
    if (tried.allowed) return this.#send(reply, 404, deadPage());
    reply.header('retry-after', String(Math.ceil(tried.retryAfterSeconds)));
    return this.#send(reply, 429, tooManyPage());
  }

  #send(reply: FastifyReply, status: number, page: Html): FastifyReply {
    return sendPage(reply, page, { status, policy: this.#policy() });
  }

  #policy(ancestors: readonly string[] = []): string {
    const { publicUrl } = this.#context.config;
    const also = [`media-src 'self' ${publicUrl}`, "frame-src 'self'"];
    return pagePolicy({ images: [publicUrl, 'data:'], also, ancestors });
  }
}

// The form can be reached from both pages: the requested version, and the current one.
function isReadNow({ query }: Request, { state }: ApprovalVisit): boolean {
  return state === 'changed' && typeof query === 'object' && query !== null && 'now' in query;
}

// The approver may read it unless the request ended without an answer.
function isReadable({ state }: ApprovalVisit): boolean {
  return state === 'open' || state === 'changed' || state === 'answered';
}

function isAnswerable({ state }: ApprovalVisit): boolean {
  return state === 'open' || state === 'changed';
}
