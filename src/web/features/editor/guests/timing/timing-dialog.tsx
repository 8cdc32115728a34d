import { Dialog } from '#ui/dialogs/dialog.tsx';
import { Option } from '#ui/forms/option.tsx';
import '@mantine/core/styles/Input.layer.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { isEverybody } from '#contract/groups/audience.ts';
import type { TimingKind } from '#contract/timing/timing-state.ts';
import { TIMING_MESSAGES, timingProblem } from '#contract/timing/timings.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useBusy } from '#ui/forms/use-busy.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useTimingPlace } from '#web/features/editor/kernel/places/timing-place.ts';
import { useReturnFocus } from '#web/features/editor/kernel/places/use-return-focus.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSaving } from '#web/features/editor/saving/use-saving.ts';
import { MomentFields } from '#web/forms/moment-fields.tsx';
import { chosenMoment, type WallClock, wallClock } from '#web/forms/wall-clock.ts';
import { NO_GROUP_CHOSEN } from '#web/newsletter-ui/audience/send-to-choice.ts';
import { formatWeekdayAndTime } from '#web/words/dates.ts';
import { shortDate } from '#web/words/days.ts';
import { type TimedMail, TimedMailFields } from './timed-mail.tsx';
import classes from './timing.module.css';
import { useTimingCalls, useTimings } from './timing-data.ts';

const TITLES = { publish: 'Publish at a time', unpublish: 'Unpublish at a time' } as const;
const AFTERNOON = '15:00';

/** Plans the time when the newsletter is published or unpublished. */
export function TimingDialog({ kind: given }: { kind: TimingKind }) {
  const { ask } = useTimingPlace();
  const [kind, setKind] = useState(given);
  useReturnFocus();
  return (
    <Dialog opened onClose={() => ask(null)} title={TITLES[kind]} size={440}>
      <Form kind={kind} onKind={setKind} onClose={() => ask(null)} />
    </Dialog>
  );
}

const KINDS = { publish: 'Publish it', unpublish: 'Unpublish it' } as const;

interface FormProps {
  readonly kind: TimingKind;
  readonly onKind: (kind: TimingKind) => void;
  readonly onClose: () => void;
}

function Form({ kind, onKind, onClose }: FormProps) {
  const { editing, school } = useTools();
  const zone = school.time_zone;
  const timings = useTimings();
  const [typed, setTyped] = useState<WallClock | null>(null);
  const [typedMail, setTypedMail] = useState<TimedMail | undefined>(undefined);
  const isPublic = useStore(editing.publicState) !== 'draft';
  const open = (wanted: TimingKind) => timings.find(({ attributes }) => attributes.kind === wanted);
  const canUnpublish = isPublic || open('publish') !== undefined;
  const mail = typedMail === undefined ? (open('publish')?.attributes.mail ?? null) : typedMail;
  const chosen = typed ?? planned(open(kind)?.attributes, zone);
  const { problems, setProblems, isBusy, plan } = usePlanning(onClose);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void plan(kind, chosen, mail);
      }}
    >
      {canUnpublish && (
        <KindChoice
          kind={kind}
          onChange={(changed) => {
            onKind(changed);
            setTyped(null);
            setProblems({ ...problems, at: null });
          }}
        />
      )}
      <MomentFields
        chosen={chosen}
        zone={zone}
        error={problems.at}
        onChange={(moment) => {
          setTyped(moment);
          setProblems({ ...problems, at: null });
        }}
      />
      {kind === 'publish' && (
        <TimedMailFields
          mail={mail}
          error={problems.groups}
          onChange={(changed) => {
            setTypedMail(changed);
            setProblems({ ...problems, groups: null });
          }}
        />
      )}
      {kind === 'publish' && <PartsNotDone />}
      <p>{WHAT_HAPPENS[kind]}</p>
      <div className={classes.answers}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <BusyButton busy={isBusy} busyLabel="Planning…">
          {kind === 'publish' ? 'Plan publishing' : 'Plan unpublishing'}
        </BusyButton>
      </div>
    </form>
  );
}

const WHAT_HAPPENS = {
  publish: 'It goes out as it is now. What you change later waits until you publish that too.',
  unpublish: 'Families no longer see it then. You keep it as a draft.',
} as const;

/** The problems with the time, and with the groups that get the mail. */
interface Problems {
  readonly at: string | null;
  readonly groups: string | null;
}
const NO_PROBLEMS: Problems = { at: null, groups: null };

/** Plans the chosen timing if it is valid, and then calls `onDone`. */
function usePlanning(onDone: () => void) {
  const saving = useSaving();
  const zone = useTools().school.time_zone;
  const calls = useTimingCalls();
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const { busy, run } = useBusy<'planning'>();
  const refused = ({ body }: ApiError) => {
    const { at: [at = null] = [], groups: [groups = null] = [] } = body.errors ?? {};
    setProblems((before) => ({ at: at ?? before.at, groups: groups ?? before.groups }));
    return at !== null || groups !== null;
  };
  const plan = async (kind: TimingKind, chosen: WallClock, mail: TimedMail) => {
    const at = chosenMoment(zone, chosen);
    const found = {
      at: at === null ? TIMING_MESSAGES.time : timingProblem(at, new Date()),
      groups: kind === 'publish' && mail?.groups && isEverybody(mail.groups) ? NO_GROUP_CHOSEN : null,
    };
    setProblems(found);
    if (at === null || found.at !== null || found.groups !== null) return;
    const when = formatWeekdayAndTime(at.toISOString(), zone);
    if (kind === 'publish' && !(await saving.prepare(when))) return;
    await calls.plan(kind, { at, mail }, refused);
    const goesOut = mail === null ? 'Goes out' : 'Goes out, and is sent,';
    toast.success(kind === 'publish' ? `${goesOut} ${when}` : `Will be unpublished ${when}`);
    onDone();
  };
  return {
    problems,
    setProblems,
    isBusy: busy !== null,
    plan: (...asked: Parameters<typeof plan>) =>
      run('planning', () => plan(...asked)).catch(() => {
        // The call has shown the error.
      }),
  };
}

function KindChoice({ kind, onChange }: { kind: TimingKind; onChange: (kind: TimingKind) => void }) {
  return (
    <fieldset className={classes.what}>
      <legend>What</legend>
      {(['publish', 'unpublish'] as const).map((each) => (
        <Option key={each} type="radio" name="what" checked={kind === each} onChange={() => onChange(each)}>
          {KINDS[each]}
        </Option>
      ))}
    </fieldset>
  );
}

/** The parts that colleagues have not finished: words they write later would not be published. */
function PartsNotDone() {
  const parts = useStore(useTools().editing.parts, (state) => state.parts);
  const unfinished = [...parts.values()].filter(
    ({ attributes }) => attributes.done_at === null && !attributes.is_gone,
  );
  if (unfinished.length === 0) return null;
  return (
    <div className={classes.left}>
      <p>{unfinished.length === 1 ? 'One part is not done:' : `${unfinished.length} parts are not done:`}</p>
      <ul>
        {unfinished.map(({ id, attributes }) => (
          <li key={id}>
            {attributes.label}, {attributes.person_name}, by {shortDate(attributes.due_on)}
          </li>
        ))}
      </ul>
    </div>
  );
}

// The time that is planned, or tomorrow afternoon.
function planned(
  timing: { readonly at: string; readonly status: string } | undefined,
  zone: string,
): WallClock {
  if (timing?.status === 'planned') return wallClock(zone, new Date(timing.at));
  return { day: wallClock(zone, new Date(Date.now() + DAY_MS)).day, time: AFTERNOON };
}
