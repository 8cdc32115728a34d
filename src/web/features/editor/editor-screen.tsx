import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import { SCREENS } from '#contract/paths.ts';
import { RedirectWithToast } from '#ui/feedback/redirect-with-toast.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { schoolQuery } from '#web/api/account.ts';
import { isApiError } from '#web/api/api-error.ts';
import { WHILE_SEEN } from '#web/features/editor/kernel/follow-query.ts';
import { fetchNewsletter } from '#web/features/editor/saving/newsletter-calls.ts';
import classes from './editor.module.css';
import { Editor } from './editor.tsx';
import { GUESTS } from './guests.ts';
import { useJournal } from './use-journal.ts';

/** The editor of one newsletter. */
export function Component() {
  const { id = '' } = useParams();
  // A setting that is switched on meanwhile, such as approval, shows in an open editor.
  const { data: school } = useQuery({ ...schoolQuery, ...WHILE_SEEN, refetchOnMount: 'always' });
  // Always fetched when opened and never refetched: once open, the editor holds the state.
  const newsletter = useQuery({
    queryKey: ['editor', id],
    queryFn: ({ signal }) => fetchNewsletter(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const journal = useJournal(id);
  if (newsletter.data && journal && school) {
    return <Editor key={id} newsletter={newsletter.data} journal={journal} school={school.attributes} />;
  }
  if (isApiError(newsletter.error, 404))
    return <RedirectWithToast to={SCREENS.newsletters} message={NEWSLETTER_MESSAGES.gone} />;
  const isRefused = isApiError(newsletter.error, 403);
  return (
    <main id="main" tabIndex={-1} className={classes.wait}>
      {isRefused &&
        GUESTS.at('Refused').map(({ name, contribution: Refused }) => <Refused key={name} id={id} />)}
      <h1 className="visually-hidden">Newsletter</h1>
      {newsletter.isError ? (
        <ErrorState
          title={
            isRefused ? 'You have no part in this newsletter any more' : 'We could not open this newsletter'
          }
          error={newsletter.error}
          onRetry={() => void newsletter.refetch()}
        />
      ) : (
        <Loading label="Opening the newsletter">
          <div className={classes.skeleton} />
        </Loading>
      )}
    </main>
  );
}
