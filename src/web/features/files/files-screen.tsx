import { Button, Skeleton } from '@mantine/core';
import { IconFileText, IconMovie } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { fileRoutes, type StoredFileResource } from '#contract/files.ts';
import { NEWEST_EDITION, SCREENS, screenPath } from '#contract/paths.ts';
import { listWithAnd } from '#newsletter/values/lists.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { confirm } from '#ui/dialogs/confirm.ts';
import { EmptyState, ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './files.module.css';
import { RemainingRoom } from './room.tsx';

const PER_PAGE = 24;
const FILES_KEY = ['files'];

/** The school's uploaded files, with the places where each is used, and buttons to delete them. */
export function Component() {
  const files = useInfiniteQuery({
    queryKey: FILES_KEY,
    queryFn: ({ pageParam, signal }) =>
      call(fileRoutes.listAttachments, { query: { page: pageParam, per_page: PER_PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total_pages }, _, page) => (page < total_pages ? page + 1 : undefined),
  });
  const list = files.data?.pages.flatMap(({ attachments }) => attachments.data) ?? [];
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="Files" />
      <PageTitle lead="Pictures, videos and documents that your school has uploaded. Readers see a file only while something published uses it.">
        Files
      </PageTitle>
      <RemainingRoom queryKey={[...FILES_KEY, 'room']} />
      {files.isPending && (
        <Loading label="Loading your files">
          <Skeleton height={320} radius="lg" />
        </Loading>
      )}
      {files.isError && files.data === undefined && (
        <ErrorState
          title="We could not load your files"
          error={files.error}
          onRetry={() => void files.refetch()}
        />
      )}
      {files.data && list.length === 0 && (
        <EmptyState title="No files yet">
          What you upload in the editor is listed here, with the newsletters that it is used in.
        </EmptyState>
      )}
      {list.length > 0 && (
        <ul className={classes.files} aria-label="Files">
          {list.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      {files.hasNextPage && (
        <BusyButton
          type="button"
          variant="default"
          busy={files.isFetchingNextPage}
          busyLabel="Loading…"
          onClick={() => void files.fetchNextPage()}
        >
          Load More
        </BusyButton>
      )}
    </>
  );
}

const isMissing = (error: unknown) => isApiError(error, 404);

function FileRow({ file }: { file: StoredFileResource }) {
  const { name, size, created_at, is_logo, uses } = file.attributes;
  const zone = useSchool()?.attributes.time_zone;
  const queryClient = useQueryClient();
  const row = useRef<HTMLLIElement>(null);
  const removal = useMutation({
    // A 404 means that somebody else has deleted it meanwhile, which is fine.
    mutationFn: () =>
      call(fileRoutes.deleteAttachment, { params: { id: file.id }, handles: isMissing }).catch(
        (error: unknown) => {
          if (!isMissing(error)) throw error;
        },
      ),
    onSuccess: () => toast.success(`${name} deleted`),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: FILES_KEY });
      // The row with the focused button has disappeared.
      const { activeElement } = document;
      if (activeElement === document.body || row.current?.contains(activeElement)) focusContent();
    },
  });
  const remove = async () => {
    if (!(await confirm(questionFor(file)))) return;
    removal.mutate();
    focusContent();
  };
  return (
    <li className={classes.file} ref={row}>
      <Thumbnail file={file} />
      <div className={classes.words} id={`${file.id}-what`}>
        <p className={classes.name}>{name}</p>
        <p className={classes.text}>
          {sizeText(size)}, uploaded {formatDate(created_at, zone)}
        </p>
        <Uses uses={uses} isLogo={is_logo} />
      </div>
      {!is_logo && (
        <Button
          variant="default"
          size="sm"
          className={classes.delete ?? ''}
          aria-label={`Delete ${name}`}
          aria-describedby={`${file.id}-what`}
          disabled={removal.isPending}
          onClick={() => void remove()}
        >
          Delete
        </Button>
      )}
    </li>
  );
}

function Thumbnail({ file: { attributes } }: { file: StoredFileResource }) {
  const { url, content_type } = attributes;
  if (content_type.startsWith('image/'))
    return <img className={classes.thumbnail} src={url} alt="" loading="lazy" decoding="async" />;
  const Icon = content_type.startsWith('video/') ? IconMovie : IconFileText;
  return (
    <span className={classes.thumbnail}>
      <Icon size={28} stroke={1.5} aria-hidden="true" />
    </span>
  );
}

type Use = StoredFileResource['attributes']['uses'][number];

function Uses({ uses, isLogo }: { uses: readonly Use[]; isLogo: boolean }) {
  if (isLogo) return <p className={classes.text}>Your school’s logo</p>;
  if (uses.length === 0) return <p className={classes.text}>Not used in a newsletter</p>;
  return (
    <ul className={classes.uses} aria-label="Used in">
      {uses.map((use) => (
        <li key={`${use.newsletter_id} ${use.title}`}>
          {use.newsletter_id === null ? (
            use.title
          ) : (
            <Link to={addressOf(use.newsletter_id, use)}>{use.title}</Link>
          )}{' '}
          <span className={classes.text}>{kindOf(use)}</span>
        </li>
      ))}
    </ul>
  );
}

function kindOf({ newsletter_id, published, past }: Use): string {
  if (newsletter_id === null) return 'saved';
  if (past) return 'what families saw earlier';
  return published ? 'published' : 'draft';
}

function addressOf(id: string, { past }: Use): string {
  return past ? screenPath('edition', { id, edition: NEWEST_EDITION }) : screenPath('editor', { id });
}

const MAX_NAMED = 5;

function questionFor({ attributes: { name, uses } }: StoredFileResource) {
  const titles = uses.slice(0, MAX_NAMED).map(({ title }) => `‘${title}’`);
  const others = uses.length > MAX_NAMED ? [`${uses.length - MAX_NAMED} more`] : [];
  const where = listWithAnd([...titles, ...others]);
  const isOut = uses.some(({ published }) => published);
  const earlier = uses.some(({ past }) => past)
    ? 'In what families saw, ‘Taken down’ is shown in its place. '
    : '';
  const missing = `It will be missing from ${where}${isOut ? ', and from mails that were sent of it' : ''}. Pages and mails from now on go without it, and Check says so in the editor. `;
  return {
    title: `Delete ‘${name}’?`,
    message: `${uses.length > 0 ? missing : ''}${earlier}Within a minute, nobody can open it any more. This cannot be undone.`,
    confirmLabel: 'Delete file',
    destructive: true,
  };
}

const UNITS = ['KB', 'MB', 'GB'];

/** '3 KB', '1.4 MB' */
function sizeText(bytes: number): string {
  const power = Math.min(
    UNITS.length,
    Math.max(1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024))),
  );
  const value = bytes / 1024 ** power;
  const digits = power > 1 && value < 10 ? 1 : 0;
  return `${Math.max(value, 1).toFixed(digits)} ${UNITS[power - 1]}`;
}
