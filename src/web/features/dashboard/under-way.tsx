import type { z } from 'zod';
import type { Dashboard, OpenDelivery, OpenTiming } from '#contract/dashboard.ts';
import type { NewsletterListItem, newsletterRoutes } from '#contract/newsletters.ts';
import { screenPath } from '#contract/paths.ts';
import { useIsSchoolClosed } from '#web/api/account.ts';
import { formatDate } from '#web/words/dates.ts';
import { sendingStatusText } from '#web/words/sending-status.ts';
import { isPlanned, timingStatusText } from '#web/words/timing-status.ts';
import { Card } from './card.tsx';
import type { NewsletterRow } from './newsletter-rows.tsx';
import { NextIssueCard } from './next-issue.tsx';

type Drafts = z.output<typeof newsletterRoutes.listNewsletters.reply>;

/** Everything unfinished: the next issue, sendings, timings and drafts. */
export function UnderWay({
  drafts,
  dashboard,
  zone,
}: {
  drafts: Drafts;
  /** Absent if it could not be loaded. */
  dashboard: Dashboard | undefined;
  zone: string | undefined;
}) {
  const isClosed = useIsSchoolClosed();
  const { next_issue, sendings, timings } = dashboard ?? { next_issue: null, sendings: [], timings: [] };
  // Drafts with a timing are listed under 'Planned' instead.
  const plannedDrafts = timings.filter((item) => isPlanned(item) && !item.is_published).length;
  return (
    <>
      {next_issue && <NextIssueCard issue={next_issue} zone={zone ?? 'UTC'} />}
      {sendings.length > 0 && (
        <Card title="Sending by email" rows={sendings.map((item) => sendingRow(item, isClosed, zone))} />
      )}
      {timings.length > 0 && <Card title="Planned" rows={timings.map((item) => timingRow(item, zone))} />}
      <Card
        title="Drafts in progress"
        total={drafts.total - plannedDrafts}
        rows={drafts.news_letter.data
          .filter(({ attributes }) => !isPlanned(attributes.next_timing))
          .map((item) => draftRow(item, zone))}
        none="No drafts. What you start stands here until it is published."
      />
    </>
  );
}

function draftRow({ id, attributes }: NewsletterListItem, timeZone: string | undefined): NewsletterRow {
  const note = `Last updated ${formatDate(attributes.updated_at, timeZone)}`;
  return { id, to: screenPath('editor', { id }), title: attributes.title, note };
}

function timingRow(item: OpenTiming, timeZone: string | undefined): NewsletterRow {
  const id = item.newsletter_id;
  return {
    id: `${id} ${item.kind}`,
    to: screenPath('editor', { id }),
    title: item.title,
    note: timingStatusText(item, timeZone),
  };
}

function sendingRow(item: OpenDelivery, isClosed: boolean, timeZone: string | undefined): NewsletterRow {
  const id = item.newsletter_id;
  const note = sendingStatusText(item, { isPublished: item.is_published, isClosed }, timeZone);
  return { id, to: screenPath('send', { id }), title: item.title, note };
}
