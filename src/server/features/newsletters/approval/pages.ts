import { type Change, calledIn, type Version } from '#newsletter/changes/changes.ts';
import { quoted } from '#newsletter/check/finding.ts';
import { blockLabels } from '#newsletter/document/block-labels.ts';
import type { Block } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { inOneLine } from '#newsletter/document/lines.ts';
import { datesOf, picturesOf } from '#newsletter/document/traits.ts';
import { formatDayAndMonth, formatWeekday } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { dayIn, timeIn } from '#newsletter/values/time-zone.ts';
import { fingerprintOf } from '#server/data/approvals.ts';
import { type Html, html } from '#server/platform/http/html.ts';
import { changesSince, contentOf, neededWords, versionOf } from './content.ts';
import { changesSinceAnswer, firstChange, sinceWords } from './earlier.ts';
import { document } from './page-frame.ts';
import type { ApprovalVisit } from './visit.ts';

/** The pages behind a mailed link: plain HTML, in English like the rest of the program. `path` is the link's own path. */

/** The newsletter, and the two answers with the hash of what is shown; null if it can no longer be answered. */
export function readingPage(visit: ApprovalVisit, path: string, shown: string | null): Html {
  const mayAnswer = shown !== null;
  const { request, asker } = visit;
  const changes = mayAnswer ? changesRead(visit) : [];
  const { title } = request.settings;
  const message =
    request.message === '' ? html`` : html`<p class="message" tabindex="0">${request.message}</p>`;
  const from = asker === null ? html`` : html`<p>from ${asker}</p>`;
  const by = neededWords(request);
  const needed = by === null || !mayAnswer ? html`` : html`<p class="message">Needed by ${by}.</p>`;
  const answers = mayAnswer
    ? html`<a class="button quiet" href="${path}/changes">Ask for changes</a>${approveForm(path, { shown })}`
    : html`<a class="button quiet" href="${path}">Back</a>`;
  return document(
    mayAnswer ? `${title}: your approval` : title,
    html`<header><div><h1>${title}</h1>${from}</div>${message}${needed}${mayAnswer ? sinceAnswer(visit, changes) : html``}</header><main>${frame(`${path}/newsletter${firstChange(changes)}`)}<div class="bar">${answers}</div></main>`,
    'reading',
  );
}

/** The changes in the requested version since the answer to the one before. */
export function changesRead({ request, before }: ApprovalVisit): readonly Change[] {
  return before === null ? [] : changesSinceAnswer(before.request, request);
}

function sinceAnswer({ before, school }: ApprovalVisit, changes: readonly Change[]): Html {
  if (before === null) return html``;
  const { decidedAt, askedAt } = before.request;
  const at = whenIn(school.timeZone, decidedAt ?? askedAt, askedAt);
  const since = `${sinceWords(before.request, before.answeredBy)} ${at}`;
  if (changes.length === 0) return html`<p>Nothing has changed ${since}.</p>`;
  const items = changes.map(({ words }) => html`<li>${words}</li>`);
  return html`<p>Changed ${since}:</p><ul class="message" tabindex="0" aria-label="What has changed">${items}</ul>`;
}

/** The current newsletter, with its changes since the request. 'Approve' applies only to what is shown here. */
export function changesPage({ request, draft }: ApprovalVisit, path: string, shown: string): Html {
  const { title } = draft;
  const read = fingerprintOf(draft);
  const changed = changesSince(request, draft);
  const changes = changed.map(({ words }) => html`<li>${words}</li>`);
  return document(
    `${title}: what has changed`,
    html`<header><div><h1>${title}</h1><p>Changed since you were asked</p></div><ul class="message" tabindex="0" aria-label="What has changed">${changes}</ul></header><main>${frame(`${path}/now/newsletter?read=${read}${firstChange(changed)}`)}<div class="bar"><a class="button quiet" href="${path}/changes?now">Ask for changes</a>${approveForm(path, { read, shown })}</div></main>`,
    'reading',
  );
}

function approveForm(path: string, fields: Readonly<Record<string, string>>): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${path}">${hidden}<button name="decision" value="approve">Approve</button></form>`;
}

function frame(address: string): Html {
  return html`<iframe src="${address}" title="The newsletter" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

/** The approver's input, and the errors in it. */
interface Typed {
  readonly problem?: string;
  readonly words?: string;
  readonly about?: string | undefined;
  /** Whether the current newsletter was read instead of the requested version. */
  readonly isNow: boolean;
}

/** The version that was read: the current newsletter, or the requested one. */
export function readVersion({ request, draft }: ApprovalVisit, isNow: boolean): Version {
  return versionOf(isNow ? draft : contentOf(request));
}

/** The form for requesting changes, to the page or to one of its blocks. */
export function changesForm(visit: ApprovalVisit, path: string, typed: Typed): Html {
  const { asker } = visit;
  const { isNow } = typed;
  const { document: newsletter } = readVersion(visit, isNow);
  const labels = blockLabels(newsletter);
  const options = blocksOf(newsletter).map(
    (block) =>
      html`<option value="${block.name}"${block.name === typed.about ? html` selected` : html``}>${aboutWords(labels, block)}</option>`,
  );
  const { problem, words = '' } = typed;
  const wrong = problem === undefined ? html`` : html`<p class="wrong" id="wrong">${problem}</p>`;
  const described =
    problem === undefined ? html`` : html` aria-invalid="true" aria-describedby="wrong" autofocus`;
  const title = 'What should change?';
  return document(
    problem === undefined ? title : `Error: ${title}`,
    html`<main><p><a class="back" href="${path}${isNow ? '/now' : ''}">${ARROW}Back</a></p><h1>${title}</h1><p>${asker ?? 'The school'} gets your words at once.</p><form method="post" action="${path}/changes${isNow ? '?now' : ''}"><label for="about">About</label><select id="about" name="about"><option value="">The whole page</option>${options}</select><label for="words">Your words</label>${wrong}<textarea id="words" name="words" maxlength="1000" required${described}>
${words}</textarea><p class="way"><button>Send</button></p></form></main>`,
  );
}

/** A block in a reader's words: photos by what they show, events by their titles. */
function aboutWords(labels: ReadonlyMap<string, string>, block: Block): string {
  const called = calledIn(labels, block);
  if (called !== labels.get(block.name)) return called;
  const titles = datesOf(block).map(({ title }) => title);
  const shown = picturesOf(block).map(({ alt }) => alt ?? '');
  const words = [...titles, ...shown].filter((each) => each.trim() !== '').join(', ');
  return words === '' ? called : `${called} ${quoted(inOneLine(words))}`;
}

/** After the answer. */
export function thanksPage({ request, asker }: ApprovalVisit, path: string): Html {
  const { title } = request.settings;
  if (request.status === 'approved')
    return document(
      'Approved',
      html`<main class="middle">${CHECK}<h1>Approved</h1><p>${asker ?? 'The school'} can publish ‘${title}’ now. If anything changes first, you are asked again.</p><p class="way"><a href="${path}/read">Read it again</a></p></main>`,
    );
  return document(
    'Thank you',
    html`<main class="middle">${PENCIL}<h1>Thank you</h1><p>${asker ?? 'The school'} has your words. You are asked again when it is done.</p><p class="said">${request.words}</p></main>`,
  );
}

/** The page for a link that has been answered before. */
export function answeredPage({ request, school, decider }: ApprovalVisit, path: string, now: Date): Html {
  const who = decider ?? (request.decidedBy === request.approverId ? 'You' : 'Somebody');
  const did = request.status === 'approved' ? 'approved this' : 'asked for changes';
  const at = request.decidedAt ?? now;
  const title = `${who} ${did} ${whenIn(school.timeZone, at, now)}.`;
  const message = request.words === '' ? html`` : html`<p class="said">${request.words}</p>`;
  return document(
    title,
    html`<main class="middle">${request.status === 'approved' ? CHECK : PENCIL}<h1>${title}</h1>${message}<p class="way"><a href="${path}/read">Read it again</a></p></main>`,
  );
}

/** The page for a newsletter that has changed since the request. */
export function changedPage(visit: ApprovalVisit, path: string): Html {
  const { request, draft, school, lastChange } = visit;
  const who = lastChange.by ?? 'Somebody';
  const changes = changesSince(request, draft).map(({ words }) => html`<li>${words}</li>`);
  return document(
    'It has changed since',
    html`<main class="middle">${PENCIL}<h1>It has changed since</h1><p>${who} changed it at ${timeIn(school.timeZone, lastChange.at)}. Your approval is not given yet.</p><ul>${changes}</ul><p class="way"><a class="button" href="${path}/now">Read the changes</a></p></main>`,
  );
}

/** The page after a change of the calendar: the dates differ from those that were read. */
export function datesChangedPage({ state }: ApprovalVisit, path: string): Html {
  return document(
    'The dates have changed',
    html`<main class="middle">${PENCIL}<h1>The dates have changed</h1><p>The school’s calendar has changed since you opened this page. Your approval is not given yet.</p><p class="way"><a class="button" href="${path}${state === 'changed' ? '/now' : ''}">Read it again</a></p></main>`,
  );
}

/** The page for a link that is too old, or whose request was taken back or replaced. */
export function endedPage({ state, asker }: ApprovalVisit): Html {
  const who = asker ?? 'the school';
  const next =
    state === 'asked again'
      ? `${asker ?? 'The school'} has asked again. Please use the link in the newer mail.`
      : `Ask ${who} for a new one.`;
  const why = state === 'taken back' && asker !== null ? `${asker} has taken the request back. ` : '';
  return document(
    'This link is no longer good',
    html`<main><h1>This link is no longer good.</h1><p>${why}${next}</p></main>`,
  );
}

/** The page for an unknown link. Reveals nothing. */
export function deadPage(): Html {
  return document(
    'This link is no longer good',
    html`<main><h1>This link is no longer good.</h1><p>Please ask whoever sent it for a new one.</p></main>`,
  );
}

export function tooManyPage(): Html {
  return document(
    'Too many tries',
    html`<main><h1>Too many tries</h1><p>Please try again in an hour.</p></main>`,
  );
}

/** 'on Friday at 10:47'; earlier than a week ago 'on 9 October at 10:47'. */
function whenIn(timeZone: string, moment: Date, now: Date): string {
  const day = dayIn(timeZone, moment);
  const isRecent = now.getTime() - moment.getTime() < 6 * DAY_MS;
  const weekday = formatWeekday(day).split(' ')[0] ?? '';
  return `on ${isRecent ? weekday : formatDayAndMonth(day)} at ${timeIn(timeZone, moment)}`;
}

const ARROW = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M19 12H5m6-6l-6 6l6 6"/></svg>`;
const CHECK = html`<p class="disc"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12l5 5L20 7"/></svg></p>`;
const PENCIL = html`<p class="disc again"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20h4L18.5 9.500a2.830 2.830 0 0 0-4-4L4 16v4M13.500 6.500l4 4"/></svg></p>`;
