import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ALL_DATES, PUBLISHED_PATH } from '#contract/paths.ts';
import type { AppContext } from '#server/context.ts';
import { calendarFile } from '#server/data/events/calendar-file.ts';
import { DatabaseUnavailable, namedError } from '#server/platform/db/errors.ts';
import type { CalendarEntry } from '#server/platform/db/schema/newsletters.ts';
import { isKnown, MAX_AGE_SECONDS } from '#server/platform/http/freshness.ts';
import type { AppPages } from '#server/platform/http/pages.ts';
import type { PageCache, PageDates, PublicPage } from './page-cache.ts';

const NAME_MAX = 60;

/** The calendar files of public pages: one for each event, and one with all of them. */
export function serveCalendars(
  app: FastifyInstance,
  context: AppContext,
  pages: PageCache,
  appPages: AppPages,
): void {
  app.get<{ Params: { slug: string; file: string } }>(
    `${PUBLISHED_PATH}:slug/:file`,
    async (request, reply) => {
      const { slug, file } = request.params;
      const key = /^(.+)\.ics$/.exec(file)?.[1];
      const page = key === undefined ? null : await pages.find(slug).catch(awayIfDatabaseAway);
      if (page === 'away') return reply.code(503).header('retry-after', '5').send();
      const calendar = key === undefined || page === null ? null : calendarIn(page, key);
      if (page === null || calendar === null) return appPages.sendGone(reply);
      const { config } = context;
      const text = calendarFile({
        ...page.dates,
        ...calendar,
        pageUrl: config.publicUrl + PUBLISHED_PATH + slug,
        productName: config.product.name,
      });
      const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
      reply.headers({
        etag,
        'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-robots-tag': 'noindex',
      });
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', inlineNamed(calendar.name))
        .send(text);
    },
  );
}

function awayIfDatabaseAway(error: unknown): 'away' {
  if (namedError(error) instanceof DatabaseUnavailable) return 'away';
  throw error;
}

function calendarIn({ dates }: PublicPage, key: string) {
  if (key === ALL_DATES)
    return dates.calendar.length === 0 ? null : { name: nameOf(dates), events: eachOnce(dates.calendar) };
  const event = dates.calendar.find((entry) => entry.key === key);
  return event === undefined ? null : { name: event.title, events: [event] };
}

// Two blocks may show the same date.
function eachOnce(calendar: readonly CalendarEntry[]): readonly CalendarEntry[] {
  const firsts = new Map(calendar.toReversed().map((entry) => [entry.uid, entry]));
  return calendar.filter((entry) => firsts.get(entry.uid) === entry);
}

function nameOf({ title, schoolName }: PageDates): string {
  return `${title} · ${schoolName}`;
}

// Not as an attachment, so that a phone opens the calendar at once, not a list of downloads.
function inlineNamed(title: string): string {
  const name = title.replace(/[\s\p{Cc}\p{Cs}/\\:*?"<>|]+/gu, ' ').trim();
  const short = Array.from(name).slice(0, NAME_MAX).join('').trim() || 'date';
  const encoded = encodeURIComponent(short).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `inline; filename="date.ics"; filename*=UTF-8''${encoded}.ics`;
}
