import { admits } from '#contract/access.ts';
import type { SchoolResource } from '#contract/school.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useSchool } from '#web/api/account.ts';
import { useSession } from '#web/session/session.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './school-closure.module.css';
import { useReopenSchool } from './school-closure-data.ts';

/** Shows the owner of a closed school when it will be deleted, with a button to reopen it. */
export function ClosingBanner() {
  const school = useSchool();
  const role = useSession()?.user.attributes.role ?? null;
  const closesAt = school?.attributes.closes_at ?? null;
  if (!school || closesAt === null || !admits('owner', { role, schoolId: school.id })) return null;
  return <Banner school={school} closesAt={closesAt} />;
}

function Banner({ school, closesAt }: { school: SchoolResource; closesAt: string }) {
  const reopen = useReopenSchool(school);
  const day = formatDate(closesAt, school.attributes.time_zone);
  return (
    <section className={classes.banner} aria-label="Your school is closed">
      <p>
        <strong>{school.attributes.name} is closed.</strong> Nobody sees its newsletters, and on {day}{' '}
        everything will be deleted.
      </p>
      <BusyButton
        type="button"
        variant="default"
        busy={reopen.isPending}
        busyLabel="Taking it back…"
        onClick={() => reopen.mutate()}
      >
        Take it back
      </BusyButton>
    </section>
  );
}
