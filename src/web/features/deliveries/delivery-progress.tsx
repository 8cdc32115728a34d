import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { admits } from '#contract/access.ts';
import type { DeliveryResource } from '#contract/deliveries.ts';
import { notDelivered } from '#contract/delivery-state.ts';
import type { NewsletterResource } from '#contract/newsletters.ts';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { people } from '#contract/texts/people-count.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useIsSchoolClosed, useSchool } from '#web/api/account.ts';
import { succeeds } from '#web/api/succeeds.ts';
import { useSession } from '#web/session/session.ts';
import { formatDayAndTime, formatTime } from '#web/words/dates.ts';
import { Failures } from './failures.tsx';
import { MissingFilesNote } from './missing-files-note.tsx';
import { planOf, waitsForPlan } from './quota-note.tsx';
import classes from './sending.module.css';
import { useDeliveryActions } from './sending-data.ts';

/** A scheduled or running delivery: its progress and actions. */
export function DeliveryProgress({
  delivery,
  newsletter,
}: {
  delivery: DeliveryResource;
  newsletter: NewsletterResource;
}) {
  const isPublished = newsletter.attributes.status === 'published';
  const { attributes } = delivery;
  const { status, subject, audience, trouble, total, sent, failed, skipped } = attributes;
  const processed = sent + failed + skipped;
  return (
    <section className={classes.card} aria-labelledby="sending-title">
      <h2 className={classes.cardTitle} id="sending-title">
        <Headline delivery={delivery} />
      </h2>
      {audience !== null && <p className={classes.hint}>For: {audience}</p>}
      <p className={classes.hint}>Subject: {subject}</p>
      {trouble !== null && (
        <p className={classes.warning} role="status">
          {trouble}. <PlanLink delivery={delivery} />
        </p>
      )}
      {status !== 'scheduled' && (
        <>
          <progress
            className={classes.bar}
            value={processed}
            max={Math.max(1, total)}
            aria-label="Done so far"
          />
          <Numbers delivery={delivery} />
        </>
      )}
      {status === 'sending' && trouble === null && <Postponed delivery={delivery} />}
      {status === 'paused' && isPublished && <CorrectionHint id={attributes.news_letter_id} />}
      {status === 'scheduled' && <MissingFilesNote newsletter={newsletter} />}
      <DeliveryButtons delivery={delivery} isPublished={isPublished} />
      <FailuresBelow delivery={delivery} />
    </section>
  );
}

// For people who may choose a plan, while the delivery waits for one or will have to.
function PlanLink({ delivery: { attributes } }: { delivery: DeliveryResource }) {
  const school = useSchool()?.attributes;
  const role = useSession()?.user.attributes.role ?? null;
  const { status, send_at } = attributes;
  const at = status === 'scheduled' && send_at !== null ? new Date(send_at) : null;
  const waits = at === null ? school?.plan_ended : waitsForPlan({ at, plan: planOf(school) });
  if (!waits || school?.closes_at !== null || !admits('owner_or_admin', { role, schoolId: 'own' }))
    return null;
  return <Link to={SCREENS.choosePlan}>Choose a plan</Link>;
}

function Headline({ delivery: { attributes } }: { delivery: DeliveryResource }) {
  const zone = useSchool()?.attributes.time_zone;
  const { status, total, send_at, trouble } = attributes;
  if (status === 'scheduled' && send_at !== null)
    return trouble === null
      ? `Goes to ${people(total)} on ${formatDayAndTime(send_at, zone)}`
      : `Planned for ${formatDayAndTime(send_at, zone)}`;
  return status === 'paused' ? `On hold: sending to ${people(total)}` : `Sending to ${people(total)}`;
}

function Numbers({ delivery: { attributes } }: { delivery: DeliveryResource }) {
  const { sent, waiting, unconfirmed, skipped } = attributes;
  const numbers = [
    ['Sent', sent],
    ['Waiting', waiting],
    ['Not delivered', notDelivered(attributes)],
    ...(unconfirmed > 0 ? ([['Not confirmed', unconfirmed]] as const) : []),
    ...(skipped > 0 ? ([['Skipped', skipped]] as const) : []),
  ] as const;
  return (
    <dl className={classes.numbers}>
      {numbers.map(([name, number]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{number.toLocaleString('en-GB')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Explains why mails to some recipients are postponed, which can take hours. */
export function Postponed({ delivery: { attributes } }: { delivery: DeliveryResource }) {
  const zone = useSchool()?.attributes.time_zone;
  const { postponed, next_try_at } = attributes;
  if (postponed === 0 || next_try_at === null) return null;
  const whose =
    postponed === 1 ? 'The mail server of 1 person asks' : `The mail servers of ${people(postponed)} ask`;
  return (
    <p className={classes.note}>
      {whose} us to come back later. We try again at {formatTime(next_try_at, zone)}, and give up after five
      days.
    </p>
  );
}

function CorrectionHint({ id }: { id: string }) {
  return (
    <p className={classes.note}>
      Found a mistake? <Link to={screenPath('editor', { id })}>Correct the newsletter</Link> and publish it
      again. Who is still waiting gets it corrected when you go on.
    </p>
  );
}

function DeliveryButtons({ delivery, isPublished }: { delivery: DeliveryResource; isPublished: boolean }) {
  const { pause, resume, cancel } = useDeliveryActions(delivery);
  const isClosed = useIsSchoolClosed();
  const { status, subject, waiting, news_letter_id } = delivery.attributes;
  const end = async () => {
    const planned = status === 'scheduled';
    const question = {
      title: planned ? `Cancel the sending of ‘${subject}’?` : `End the sending of ‘${subject}’?`,
      message: planned
        ? 'Nobody gets it then. You can still send it at any time.'
        : `${people(waiting)} will not get it. You can send it to them later. That leaves out anybody who may have it already.`,
      confirmLabel: planned ? 'Cancel the sending' : 'End the sending',
      cancelLabel: planned ? 'Keep it' : 'Go on',
      destructive: true,
    };
    if (!(await confirm(question))) return;
    if (await succeeds(cancel.mutateAsync())) {
      toast.success(planned ? 'The sending is canceled' : 'The sending has ended');
    }
  };
  return (
    <div className={classes.buttons}>
      {status === 'sending' && (
        <BusyButton
          type="button"
          variant="default"
          busy={pause.isPending}
          busyLabel="Holding…"
          onClick={() => pause.mutate()}
        >
          Hold
        </BusyButton>
      )}
      {!isPublished && status !== 'sending' && (
        <Button component={Link} to={screenPath('editor', { id: news_letter_id })}>
          Go to the editor
        </Button>
      )}
      {status === 'paused' && isPublished && !isClosed && (
        <BusyButton
          type="button"
          busy={resume.isPending}
          busyLabel="Going on…"
          onClick={() => resume.mutate()}
        >
          Go on
        </BusyButton>
      )}
      <BusyButton
        type="button"
        variant="subtle"
        busy={cancel.isPending}
        busyLabel="Ending…"
        onClick={() => void end()}
      >
        {status === 'scheduled' ? 'Cancel the sending' : 'End the sending'}
      </BusyButton>
    </div>
  );
}

function missedWords(missed: number, unconfirmed: number): string {
  if (unconfirmed === 0) return 'did not get it';
  return unconfirmed === missed ? 'may not have got it' : 'did not get it, or may not have';
}

/** A button that shows the list of people who did not get a delivery, or may not have. */
export function FailuresBelow({ delivery }: { delivery: DeliveryResource }) {
  const [open, setOpen] = useState(false);
  const { failed, unconfirmed, skipped } = delivery.attributes;
  const missed = failed + skipped;
  if (missed === 0) return null;
  const what = missedWords(missed, unconfirmed);
  return (
    <div className={classes.failures}>
      <Button variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? `Hide who ${what}` : `See why ${people(missed)} ${what}`}
      </Button>
      {open && <Failures id={delivery.id} missed={missed} />}
    </div>
  );
}
