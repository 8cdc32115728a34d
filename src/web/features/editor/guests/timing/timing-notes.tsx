import { Button, Menu } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { admits } from '#contract/access.ts';
import { SCREENS } from '#contract/paths.ts';
import { TIMING_MESSAGES, type Timing } from '#contract/timing/timings.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useMayPublish } from '#web/features/editor/kernel/facts/approval.ts';
import { useTimingPlace } from '#web/features/editor/kernel/places/timing-place.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSaving } from '#web/features/editor/saving/use-saving.ts';
import { useSession } from '#web/session/session.ts';
import { formatTime, formatWeekdayAndTime } from '#web/words/dates.ts';
import { timingStatusText } from '#web/words/timing-status.ts';
import classes from './timing.module.css';
import { useTimingCalls, useTimings } from './timing-data.ts';

/** The timings of the newsletter, below the heads, each until it has been carried out. Contributors can only read them. */
export function TimingNotes() {
  return useTimings().map((timing) => <TimingNote key={timing.id} timing={timing} />);
}

// Editors cannot choose the school's plan.
function PlansLink() {
  const role = useSession()?.user.attributes.role ?? null;
  if (!admits('owner_or_admin', { role, schoolId: 'own' })) return null;
  return (
    <>
      {' '}
      <Link to={SCREENS.choosePlan}>See the plans</Link>
    </>
  );
}

function TimingNote({ timing }: { timing: Timing }) {
  const { school, editing } = useTools();
  const saving = useSaving();
  const { ask } = useTimingPlace();
  const { plan, cancel, restore } = useTimingCalls();
  const [isBusy, setBusy] = useState(false);
  const { kind, status, at, is_changed, mail, audience, trouble, planned_at } = timing.attributes;
  const zone = school.time_zone;
  const isHeld = status === 'held';
  // A publishing that is planned again takes the newest words.
  const mayPlan = useMayPublish() || kind === 'unpublish';
  const run = async (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    await work().catch(() => undefined);
    setBusy(false);
  };
  const undo = { label: 'Undo', run: () => void run(() => restore(timing.id)) };
  const stop = async () => {
    await cancel(timing.id);
    if (isHeld) toast.info('Nothing is planned any more');
    else
      toast.info(kind === 'publish' ? 'It does not go out by itself any more' : 'It stays published', {
        action: undo,
      });
  };
  const takeNewest = async () => {
    if (!(await saving.prepare(formatWeekdayAndTime(at, zone)))) return;
    await plan('publish', { at: new Date(at), mail });
    toast.success('It goes out as it is now', { action: undo });
  };
  return (
    <div className={classes.note} data-held={isHeld || trouble !== null || undefined}>
      <IconClock size={20} stroke={1.75} aria-hidden="true" />
      <p className={classes.words}>
        <span className={classes.when}>{timingStatusText(timing.attributes, zone)}</span>
        {audience !== null && !isHeld && `, to ${audience}`}
        {is_changed && !isHeld && `, as it was at ${formatTime(planned_at, zone)}`}
        {is_changed && !isHeld && !mayPlan && '. What has changed since has to be approved first'}
        {trouble === null ? '.' : isHeld ? `. ${trouble}.` : `, but will be held. ${trouble}.`}
        {trouble === TIMING_MESSAGES.planEnded && <PlansLink />}
      </p>
      {!editing.isContributor && (
        <Actions
          isBusy={isBusy}
          actions={[
            ...(is_changed && !isHeld && mayPlan
              ? [{ words: 'Use the newest words', isMain: true, run: () => void run(takeNewest) }]
              : []),
            ...(mayPlan ? [{ words: isHeld ? 'Plan again' : 'Change the time', run: () => ask(kind) }] : []),
            { words: isHeld ? 'Let it be' : 'Cancel it', run: () => void run(stop) },
          ]}
        />
      )}
    </div>
  );
}

interface Action {
  readonly words: string;
  readonly isMain?: boolean;
  readonly run: () => void;
}

/** Buttons; on phones, whose canvas needs the room, a menu. */
function Actions({ actions, isBusy }: { actions: readonly Action[]; isBusy: boolean }) {
  const { isPhone } = useTools();
  if (isPhone)
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" size="sm" disabled={isBusy}>
            Change
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ words, run }) => (
            <Menu.Item key={words} onClick={run}>
              {words}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    );
  return (
    <span className={classes.buttons}>
      {actions.map(({ words, isMain, run }) => (
        <Button
          key={words}
          variant={isMain === true ? 'default' : 'subtle'}
          size="sm"
          disabled={isBusy}
          onClick={run}
        >
          {words}
        </Button>
      ))}
    </span>
  );
}
