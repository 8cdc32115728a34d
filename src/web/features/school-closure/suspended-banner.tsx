import { SUSPENSION_MESSAGES } from '#contract/rules/suspension.ts';
import { useSchool } from '#web/api/account.ts';
import { product } from '#web/words/product.ts';
import classes from './school-closure.module.css';

/** Shows the staff of a suspended school the reason, what still works, and whom to ask. */
export function SuspendedBanner() {
  const school = useSchool()?.attributes;
  if (school?.suspended_for == null) return null;
  return (
    <section className={classes.banner} aria-label="Your school is suspended">
      <p>
        <strong>
          {school.name} is suspended: {school.suspended_for}.
        </strong>{' '}
        {SUSPENSION_MESSAGES.banner}
      </p>
      <a href={`mailto:${product().contactEmail}`}>{product().contactEmail}</a>
    </section>
  );
}
