import { SCHOOL_CLOSURE_MESSAGES } from '#contract/school-closure.ts';
import { paletteOf } from '#newsletter/values/branding.ts';
import { EmptyState } from '#ui/feedback/states.tsx';
import { useIsSchoolClosed, useSchool } from '#web/api/account.ts';
import { CreateNewsletterButton } from '#web/newsletter-ui/create-newsletter-button.tsx';
import classes from './first-newsletter.module.css';

/** The empty state of the list: the school has no newsletter yet. */
export function FirstNewsletter() {
  const school = useSchool()?.attributes;
  const isClosed = useIsSchoolClosed();
  return (
    <EmptyState
      title="Your first newsletter starts here"
      action={<CreateNewsletterButton />}
      picture={<Picture heading={school && paletteOf(school).heading} />}
    >
      {isClosed
        ? SCHOOL_CLOSURE_MESSAGES.takeBackToCreate
        : `Choose a layout and begin${school ? ` in ${school.name}’s colours` : ''}. Nobody sees it until you publish.`}
    </EmptyState>
  );
}

function Picture({ heading }: { heading: string | undefined }) {
  return (
    <svg viewBox="0 0 300 300" width="300" height="300" className={classes.picture} aria-hidden="true">
      <circle className={classes.sky} cx="150" cy="150" r="150" />
      <g transform="rotate(-4.5 150 150)">
        <rect className={classes.page} x="58" y="35" width="184" height="232" rx="8" />
        <rect
          className={classes.head}
          style={{ fill: heading }}
          x="74"
          y="54"
          width="90"
          height="14"
          rx="2"
        />
        <rect className={classes.image} x="74" y="80" width="152" height="76" rx="4" />
        <path className={classes.icon} d="M142 110h16v16h-16zm0 12 5-5 5 5 3-3 3 3" />
        <g className={classes.words}>
          <rect x="74" y="166" width="150" height="7" rx="3.5" />
          <rect x="74" y="183" width="138" height="7" rx="3.5" />
          <rect x="74" y="200" width="146" height="7" rx="3.5" />
          <rect x="74" y="217" width="90" height="7" rx="3.5" />
        </g>
      </g>
      <g transform="translate(219 152) scale(1.94)">
        <path
          className={classes.drop}
          d="M16 1.500c3.600 4.300 5.800 7 5.800 10a5.800 5.800 0 0 1-11.600 0c0-3 2.200-5.700 5.800-10z"
        />
        <path
          className={classes.well}
          d="M0 19.300c0-.7.5-1.200 1.200-1.200h5.600c1.700 2.700 5.200 5 9.200 5s7.500-2.300 9.200-5h5.600c.7 0 1.200.5 1.200 1.200v10.300a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7z"
        />
      </g>
    </svg>
  );
}
