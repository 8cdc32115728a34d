import { Dialog } from '#ui/dialogs/dialog.tsx';
import '@mantine/core/styles/Input.layer.css';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { isEverybody } from '#contract/groups/audience.ts';
import type { TimingKind } from '#contract/timing/timing-state.ts';
import { TIMING_MESSAGES, timingProblem } from '#contract/timing/timings.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import type { ApiError } from '#web/api/api-error.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import type { useSaving } from '#web/features/editor/saving/use-saving.ts';
import { useReturnFocus } from '#web/features/editor/use-return-focus.ts';
import { MomentFields } from '#web/forms/moment-fields.tsx';
import { chosenMoment, type WallClock, wallClock } from '#web/forms/wall-clock.ts';
import { NO_GROUP_CHOSEN } from '#web/newsletter-ui/audience/send-to-choice.ts';
import { formatWeekdayAndTime } from '#web/words/dates.ts';
import { shortDate } from '#web/words/days.ts';
import { type TimedMail, TimedMailFields } from './timed-mail.tsx';
import classes from './timing.module.css';
import { useTimingCalls, useTimings } from './timing-data.ts';
import { useTimingPlace } from './timing-place.ts';

const TITLES = { publish: 'Publish at a time', unpublish: 'Unpublish at a time' } as const;
type Saving = ReturnType<typeof useSaving>;
const AFTERNOON = '15:00';

/** When the newsletter is to be published, or unpublished. */
export function TimingDialog({ kind: given, saving }: { kind: TimingKind; saving: Saving }) {
  const { ask } = useTimingPlace();
  const [kind, setKind] = useState(given);
  useReturnFocus();
  return (
    <Dialog opened onClose={() => ask(null)} title={TITLES[kind]} size={440}>
      <Form kind={kind} onKind={setKind} saving={saving} onClose={() => ask(null)} />
    </Dialog>
  );
}

const KINDS = { publish: 'Publish it', unpublish: 'Unpublish it' } as const;

interface FormProps {
  readonly kind: TimingKind;
  readonly onKind: (kind: TimingKind) => void;
  readonly saving: Saving;
  readonly onClose: () => void;
}

function Form({ kind, onKind, saving, onClose }: FormProps) {
  const { editing, school } = useTools();
  const zone = school.time_zone;
  const timings = useTimings();
  const { plan } = useTimingCalls();
  const [typed, setTyped] = useState<WallClock | null>(null);
  const [typedMail, setTypedMail] = useState<TimedMail | undefined>(undefined);
  const [error, setError] = useState<string | null>(null);
  const [toError, setToError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isPublic = useStore(editing.publicState) !== 'draft';
  const open = (wanted: TimingKind) => timings.find(({ attributes }) => attributes.kind === wanted);
  const canUnpublish = isPublic || open('publish') !== undefined;
  const mail = typedMail === undefined ? (open('publish')?.attributes.mail ?? null) : typedMail;
  const chosen = typed ?? planned(open(kind)?.attributes, zone);
  const refused = ({ body }: ApiError) => {
    const { at: [ofTime] = [], groups: [ofGroups] = [] } = body.errors ?? {};
    if (ofTime !== undefined) setError(ofTime);
    if (ofGroups !== undefined) setToError(ofGroups);
    return ofTime !== undefined || ofGroups !== undefined;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const at = chosenMoment(zone, chosen);
    const problem = at === null ? TIMING_MESSAGES.time : timingProblem(at, new Date());
    setError(problem);
    const isToMissing = kind === 'publish' && mail?.groups && isEverybody(mail.groups);
    setToError(isToMissing ? NO_GROUP_CHOSEN : null);
    if (at === null || problem !== null || isToMissing) return;
    setBusy(true);
    try {
      const when = formatWeekdayAndTime(at.toISOString(), zone);
      if (kind === 'publish' && !(await saving.prepare(when))) return;
      await plan(kind, { at, mail }, refused);
      const goesOut = mail === null ? 'Goes out' : 'Goes out, and is sent,';
      toast.success(kind === 'publish' ? `${goesOut} ${when}` : `Will be unpublished ${when}`);
      onClose();
    } catch {
      // The call has shown it.
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      {canUnpublish && (
        <fieldset className={classes.what}>
          <legend>What</legend>
          {(['publish', 'unpublish'] as const).map((each) => (
            <label key={each} className={classes.option}>
              <input
                type="radio"
                name="what"
                checked={kind === each}
                onChange={() => {
                  onKind(each);
                  setTyped(null);
                  setError(null);
                }}
              />
              {KINDS[each]}
            </label>
          ))}
        </fieldset>
      )}
      <MomentFields
        chosen={chosen}
        zone={zone}
        error={error}
        onChange={(moment) => {
          setTyped(moment);
          setError(null);
        }}
      />
      {kind === 'publish' && (
        <TimedMailFields
          mail={mail}
          error={toError}
          onChange={(changed) => {
            setTypedMail(changed);
            setToError(null);
          }}
        />
      )}
      {kind === 'publish' && <PartsNotDone />}
      <p>
        {kind === 'publish'
          ? 'It goes out as it is now. What you change later waits until you publish that too.'
          : 'Families no longer see it then. You keep it as a draft.'}
      </p>
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

/** What colleagues have still to write: what they write later would not be in it. */
function PartsNotDone() {
  const parts = useStore(useTools().editing.parts.state, (state) => state.parts);
  const left = [...parts.values()].filter(
    ({ attributes }) => attributes.done_at === null && !attributes.is_gone,
  );
  if (left.length === 0) return null;
  return (
    <div className={classes.left}>
      <p>{left.length === 1 ? 'One part is not done:' : `${left.length} parts are not done:`}</p>
      <ul>
        {left.map(({ id, attributes }) => (
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
