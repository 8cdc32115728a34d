import { Skeleton } from '@mantine/core';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Loading } from '#ui/feedback/states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { formatDate } from '#web/words/dates.ts';
import { CloseCard } from './close-card.tsx';
import { DownloadCard } from './download-card.tsx';
import classes from './school-closure.module.css';

/** Your data: downloading everything, and closing the school. */
export function Component() {
  const school = useSchool();
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="Your data" />
      <PageTitle>Your data</PageTitle>
      {school ? (
        <div className={classes.cards}>
          <DownloadCard school={school} />
          {school.attributes.closes_at === null ? (
            <CloseCard school={school} />
          ) : (
            <section className={classes.card} aria-labelledby="close">
              <h2 className={classes.title} id="close">
                This school is closed
              </h2>
              <p className={classes.text}>
                On {formatDate(school.attributes.closes_at, school.attributes.time_zone)} everything will be
                deleted. Until then you can download it here, or take the school back above.
              </p>
            </section>
          )}
        </div>
      ) : (
        <Loading label="Loading your school">
          <Skeleton height={420} radius="lg" maw={640} />
        </Loading>
      )}
    </>
  );
}
