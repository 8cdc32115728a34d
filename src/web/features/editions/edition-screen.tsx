import '#web/styles/app-controls.ts';
import '@mantine/core/styles/Skeleton.layer.css';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconArrowsDiff, IconClock, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { historyRoutes } from '#contract/history.ts';
import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { NEWEST_EDITION, SCREENS, screenPath } from '#contract/paths.ts';
import { families } from '#contract/texts/people-count.ts';
import { RedirectWithToast } from '#ui/feedback/redirect-with-toast.tsx';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { Choice } from '#ui/forms/choice.tsx';
import { useSchool } from '#web/api/account.ts';
import { isApiError } from '#web/api/api-error.ts';
import { saveDownload } from '#web/api/download.ts';
import { BrandMark } from '#web/app/brand.tsx';
import { useTitle } from '#web/app/use-title.ts';
import { KINDS, WIDTHS } from '#web/newsletter-ui/ways-to-read.ts';
import { type EditionListed, editionQuery, editionsQuery, statesOf, statesQuery } from './edition-data.ts';
import { EditionFacts } from './edition-facts.tsx';
import classes from './edition-screen.module.css';
import { momentWords } from './moment-words.ts';

/** A past edition of a newsletter: its page and mail as they were sent, never rendered again. */
export function Component() {
  const { id = '', edition = '' } = useParams();
  const editions = useQuery(editionsQuery(id));
  if (isApiError(editions.error, 404))
    return <RedirectWithToast to={SCREENS.newsletters} message={NEWSLETTER_MESSAGES.gone} />;
  if (editions.data === undefined)
    return (
      <Frame id={id}>
        {editions.isError ? (
          <ErrorState
            title="We could not load what families saw"
            error={editions.error}
            onRetry={() => void editions.refetch()}
          />
        ) : (
          <Waiting />
        )}
      </Frame>
    );
  if (editions.data.length === 0)
    return (
      <Frame id={id}>
        <Nothing id={id} />
      </Frame>
    );
  const shown =
    edition === NEWEST_EDITION ? editions.data[0] : editions.data.find((each) => each.id === edition);
  if (shown === undefined)
    return (
      <RedirectWithToast
        to={screenPath('edition', { id, edition: NEWEST_EDITION })}
        message="That edition is not there any more. This is the newest one"
      />
    );
  return <Edition id={id} shown={shown} editions={editions.data} />;
}

function Edition({
  id,
  shown,
  editions,
}: {
  id: string;
  shown: EditionListed;
  editions: readonly EditionListed[];
}) {
  const [kind, setKind] = useState<'page' | 'mail'>('page');
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const zone = useSchool()?.attributes.time_zone;
  const states = useQuery(statesQuery(id));
  const { published, approved } = statesOf(shown, states.data ?? []);
  const { title, published_at, redrawn_at } = shown.attributes;
  useTitle(`${title}: as families saw it`);
  return (
    <Frame
      id={id}
      actions={
        <>
          {published !== undefined && <Compare id={id} state={published.id} />}
          <Download id={id} edition={shown.id} />
        </>
      }
    >
      <div className={classes.ways}>
        <h1 className={classes.title}>{title}</h1>
        <Choice label="What families got" options={KINDS} value={kind} onChange={setKind} />
        <div className={classes.widths}>
          <Choice label="Width" options={WIDTHS} value={width} onChange={setWidth} />
        </div>
      </div>
      <div className={classes.sides}>
        <section className={classes.paper} aria-label="As families saw it">
          <p className={classes.when}>
            <IconClock size={20} stroke={1.75} aria-hidden="true" />
            As families saw it on {momentWords(redrawn_at ?? published_at, zone)}
          </p>
          <Document key={shown.id} id={id} edition={shown.id} kind={kind} width={width} />
        </section>
        <EditionFacts id={id} shown={shown} editions={editions} approved={approved} zone={zone} />
      </div>
    </Frame>
  );
}

function Document({
  id,
  edition,
  kind,
  width,
}: {
  id: string;
  edition: string;
  kind: 'page' | 'mail';
  width: 'desktop' | 'phone';
}) {
  const [variant, setVariant] = useState<string | null>(null);
  const query = useQuery(editionQuery(id, edition, variant));
  if (query.isError && query.data === undefined)
    return (
      <ErrorState
        title="We could not load this edition"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data === undefined)
    return (
      <Loading label="Loading the edition">
        <div className={classes.document} data-width={width} />
      </Loading>
    );
  const { files_deleted: deleted, variants } = query.data.attributes;
  return (
    <>
      {variants.length > 0 && (
        <NativeSelect
          label="As"
          className={classes.variant}
          value={variant ?? ''}
          data={[
            { value: '', label: 'Everyone else' },
            ...variants.map((each) => ({
              value: each.id,
              label: `${each.words} (${families(each.families)})`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => setVariant(value === '' ? null : value)}
        />
      )}
      {deleted > 0 && (
        <p className={classes.note}>
          {deleted === 1 ? '1 file was' : `${deleted} files were`} deleted since. Pictures that are gone say
          ‘Taken down’.
        </p>
      )}
      <iframe
        key={`${edition} ${variant ?? ''} ${kind}`}
        className={classes.document}
        data-width={width}
        title={kind === 'page' ? 'The page, as families saw it' : 'The mail, as families got it'}
        sandbox=""
        srcDoc={query.data.attributes[kind]}
      />
    </>
  );
}

/** A link to the changes since then, in the history. */
function Compare({ id, state }: { id: string; state: string }) {
  return (
    <Button
      variant="default"
      component={Link}
      to={`${screenPath('editor', { id })}?history=${state}`}
      className={classes.compare}
      aria-label="Compare with now"
    >
      <IconArrowsDiff size={20} stroke={1.75} aria-hidden="true" />
      {/* On narrow screens only the icon is shown. */}
      <span className={classes.compareWords}>Compare with now</span>
    </Button>
  );
}

function Download({ id, edition }: { id: string; edition: string }) {
  const params = { id, edition_id: edition };
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveDownload(historyRoutes.downloadEdition, { fallbackName: 'newsletter.zip', params }),
  });
  return (
    <BusyButton
      type="button"
      leftSection={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
      busy={isPending}
      busyLabel="Preparing…"
      onClick={() => mutate()}
    >
      Download
    </BusyButton>
  );
}

function Frame({ id, actions, children }: { id: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <Link to={`${screenPath('editor', { id })}?history`} className={classes.back}>
          <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
          History
        </Link>
        <Link to={SCREENS.newsletters} className={classes.mark} aria-label="Newsletters">
          <BrandMark />
        </Link>
        <span className={classes.space} />
        {actions}
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  );
}

function Waiting() {
  return (
    <Loading label="Loading what families saw">
      <div className={classes.waiting}>
        <Skeleton height={36} width="40%" mb={24} />
        <Skeleton height={480} radius="lg" />
      </div>
    </Loading>
  );
}

function Nothing({ id }: { id: string }) {
  return (
    <div className={classes.waiting}>
      <h1 className="visually-hidden">What families saw</h1>
      <EmptyState
        title="Families have seen nothing of it yet"
        action={
          <Button component={Link} to={screenPath('editor', { id })}>
            Go to the editor
          </Button>
        }
      >
        From its next publishing on, every page and mail is kept here as it went out.
      </EmptyState>
    </div>
  );
}
