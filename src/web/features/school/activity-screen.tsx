import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { AUDIT_ACTIONS, type AuditEntry, auditRoutes } from '#contract/audit.ts';
import { SCREENS } from '#contract/paths.ts';
import { AGREEMENT_LABELS, IMPORT_AGREEMENTS } from '#contract/subscribers.ts';
import { people } from '#contract/texts/people-count.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { formatDateTime, formatDayAndTime } from '#web/words/dates.ts';
import { productName } from '#web/words/product.ts';
import classes from './school.module.css';

const PER_PAGE = 30;

/** The school's audit log, newest first. */
export function Component() {
  const school = useSchool();
  const id = school?.id ?? '';
  const log = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) =>
      call(auditRoutes.auditLog, {
        params: { id },
        query: { page: pageParam, per_page: PER_PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _, page) => (page < total_pages ? page + 1 : undefined),
    enabled: id !== '',
  });
  const entries = log.data?.pages.flatMap(({ audit_log }) => audit_log.data) ?? [];
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="Activity" />
      <PageTitle lead="Who did what when, in your school. It cannot be changed by anybody.">
        Activity
      </PageTitle>
      {log.isPending && (
        <Loading label="Loading the activity">
          <Skeleton height={320} radius="lg" />
        </Loading>
      )}
      {log.isError && log.data === undefined && (
        <ErrorState
          title="We could not load the activity"
          error={log.error}
          onRetry={() => void log.refetch()}
        />
      )}
      {log.data && entries.length === 0 && (
        <EmptyState title="Nothing yet">
          What changes in your school is written down here: who was invited, what was published, which
          settings were changed.
        </EmptyState>
      )}
      {entries.length > 0 && (
        <ol className={classes.log} aria-label="Activity">
          {entries.map((entry) => (
            <li key={entry.id} className={classes.entry}>
              <p>
                <Sentence entry={entry} zone={school?.attributes.time_zone} />
              </p>
              <time className={classes.when} dateTime={entry.attributes.created_at}>
                {formatDateTime(entry.attributes.created_at, school?.attributes.time_zone)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <BusyButton
          type="button"
          variant="default"
          className={classes.more ?? ''}
          busy={log.isFetchingNextPage}
          busyLabel="Loading…"
          onClick={() => void log.fetchNextPage()}
        >
          Load More
        </BusyButton>
      )}
    </>
  );
}

const PHRASES: Readonly<Record<string, string>> = AUDIT_ACTIONS;

function Sentence({ entry: { attributes }, zone }: { entry: AuditEntry; zone: string | undefined }) {
  const { actor, actor_role: role, action, subject, details } = attributes;
  // A newer server may send actions that this version does not know.
  const phrase = PHRASES[action] ?? action.replaceAll('_', ' ');
  return (
    <>
      <strong>{actor || productName()}</strong>
      {role === null ? '' : ` (${role})`} {phrase}
      {subject && ' '}
      {subject && <strong>{subject}</strong>}
      {detailsText(details, zone)}
    </>
  );
}

// Older entries lack some details.
function detailsText(details: AuditEntry['attributes']['details'], zone: string | undefined): string {
  const { reply_to, api_token } = details;
  const replies = typeof reply_to === 'string' ? `, replies to ${reply_to}` : '';
  const byToken = typeof api_token === 'string' ? `, by the API token ${api_token}` : '';
  return actionDetails(details, zone) + replies + byToken;
}

function importCounts({ added, updated }: AuditEntry['attributes']['details']): string {
  if (typeof added !== 'number') return '';
  const changed =
    typeof updated === 'number' && updated > 0 ? `, ${updated.toLocaleString('en-GB')} changed` : '';
  return ` (${added.toLocaleString('en-GB')} added${changed})`;
}

function actionDetails(details: AuditEntry['attributes']['details'], zone: string | undefined): string {
  const { from, to, role, fields, sent_to, send_at, sent, total, trouble, agreement } = details;
  const agreed = IMPORT_AGREEMENTS.find((each) => each === agreement);
  if (agreed !== undefined) return `${importCounts(details)}: ‘${AGREEMENT_LABELS[agreed]}’`;
  if (typeof sent_to === 'number') return ` to ${people(sent_to)}`;
  if (typeof send_at === 'string') return ` for ${formatDayAndTime(send_at, zone)}`;
  if (typeof sent === 'number' && typeof total === 'number')
    return ` after ${sent.toLocaleString('en-GB')} of ${people(total)}`;
  if (typeof trouble === 'string') return `: ${trouble}`;
  if (typeof from === 'string' && typeof to === 'string') return ` from ${from} to ${to}`;
  if (typeof to === 'string') return ` to ${to}`;
  if (typeof role === 'string') return ` as ${role}`;
  return Array.isArray(fields) ? ` (${fields.join(', ').replaceAll('_', ' ')})` : '';
}
