import '@mantine/core/styles/Switch.layer.css';
import { Button, NativeSelect, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { TWO_STEP_ADDRESS } from '#contract/paths.ts';
import { SECOND_FACTOR_DAYS, SECOND_FACTOR_DAYS_DEFAULT } from '#contract/rules/second-factor.ts';
import type { SchoolResource } from '#contract/school.ts';
import {
  SECOND_FACTOR_MESSAGES,
  type secondFactorForm,
  secondFactorRoutes,
} from '#contract/sign-in/second-factor.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { Choice } from '#ui/forms/choice.tsx';
import { useSchool } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './second-factor-rule.module.css';

type Rule = z.output<typeof secondFactorForm>;
type Asked = Exclude<Rule['rule'], 'nobody'>;

const ASKED_OPTIONS: readonly { readonly value: Asked; readonly words: string }[] = [
  { value: 'everybody', words: 'Everybody' },
  { value: 'owners_and_admins', words: 'Owner and admins' },
];
/** The titles of the rules; also the label of the switch, which means everybody unless its form says otherwise. */
const TITLES: Readonly<Record<Rule['rule'], string>> = {
  nobody: 'Two-step sign-in for everyone',
  everybody: 'Two-step sign-in for everyone',
  owners_and_admins: 'Two-step sign-in for owner and admins',
};
const SWITCH_OFF = {
  title: 'Ask nobody for two-step sign-in?',
  message: 'Who has set it up keeps it. Their password alone is enough again for everybody else.',
  confirmLabel: 'Ask nobody',
};

interface RuleProps {
  /** How many of the people that a rule applies to lack a second factor. */
  readonly lacking: Readonly<Record<Asked, number>>;
  /** How many of them have not signed in yet, and so cannot have one. */
  readonly waiting: Readonly<Record<Asked, number>>;
  /** Whether the owner has one. */
  readonly ownerHas: boolean;
  /** A link to the list of people who lack one. */
  readonly lackingLink: ReactNode;
}

/** The school's rule about who has to use two-step sign-in. */
export function SecondFactorRuleField(props: RuleProps) {
  const school = useSchool();
  return school && <RuleCard {...props} school={school} />;
}

function RuleCard({
  school: { id, attributes },
  lacking,
  waiting,
  ownerHas,
  lackingLink,
}: RuleProps & { school: SchoolResource }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { second_factor: rule } = attributes;
  const save = useMutation({
    mutationFn: (body: Rule) => call(secondFactorRoutes.setSecondFactor, { params: { id }, body }),
    onSuccess: async (_, body) => {
      await client.invalidateQueries({ queryKey: queryKeys.school });
      setOpen(false);
      const mailNotice = body.rule !== 'nobody' && lacking[body.rule] > 0 ? 'Who lacks it gets a mail' : null;
      toast.success(body.rule === 'nobody' ? 'Nobody is asked any more' : (mailNotice ?? 'Saved'));
    },
  });
  const flip = async () => {
    if (rule === 'nobody') return setOpen(!isOpen);
    if (await confirm(SWITCH_OFF)) save.mutate({ rule: 'nobody', days: SECOND_FACTOR_DAYS_DEFAULT });
  };
  return (
    <section className={classes.card} aria-labelledby="second-factor">
      <div className={classes.row}>
        <div className={classes.words}>
          <h2 id="second-factor" className={classes.name}>
            {TITLES[rule]}
          </h2>
          <p id="second-factor-text" className={classes.text}>
            {rule === 'nobody'
              ? 'Colleagues without it get a mail, and some days to set it up.'
              : ruleWords(attributes, lacking[rule], waiting[rule])}
          </p>
          {rule !== 'nobody' && lacking[rule] > 0 && lackingLink}
        </div>
        {rule !== 'nobody' && !isOpen && (
          <Button
            variant="subtle"
            size="sm"
            aria-label="Change who is asked for two-step sign-in"
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        )}
        <Switch
          size="md"
          color="var(--select)"
          withThumbIndicator={false}
          aria-labelledby="second-factor"
          aria-describedby="second-factor-text"
          checked={rule !== 'nobody'}
          disabled={save.isPending}
          onChange={() => void flip()}
        />
      </div>
      {isOpen &&
        (ownerHas ? (
          <RuleForm
            stored={attributes}
            lacking={lacking}
            waiting={waiting}
            isBusy={save.isPending}
            onSave={save.mutate}
            onCancel={() => setOpen(false)}
          />
        ) : (
          <p className={classes.first}>
            {SECOND_FACTOR_MESSAGES.ownFirst}. <Link to={TWO_STEP_ADDRESS}>Set it up</Link>
          </p>
        ))}
    </section>
  );
}

interface FormProps {
  readonly stored: SchoolResource['attributes'];
  readonly lacking: RuleProps['lacking'];
  readonly waiting: RuleProps['waiting'];
  readonly isBusy: boolean;
  readonly onSave: (rule: Rule) => void;
  readonly onCancel: () => void;
}

function RuleForm({ stored, lacking, waiting, isBusy, onSave, onCancel }: FormProps) {
  const { second_factor: rule, second_factor_days } = stored;
  const [asked, setAsked] = useState<Asked>(rule === 'nobody' ? 'everybody' : rule);
  const [days, setDays] = useState(
    SECOND_FACTOR_DAYS.find((each) => each === second_factor_days) ?? SECOND_FACTOR_DAYS_DEFAULT,
  );
  const choose = (text: string) =>
    setDays(SECOND_FACTOR_DAYS.find((each) => String(each) === text) ?? SECOND_FACTOR_DAYS_DEFAULT);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ rule: asked, days });
      }}
    >
      <div className={classes.fields}>
        <div>
          <Choice label="Who is asked" isLabelled options={ASKED_OPTIONS} value={asked} onChange={setAsked} />
        </div>
        <NativeSelect
          label="Days to set it up"
          data={SECOND_FACTOR_DAYS.map((each) => ({ value: String(each), label: `${each} days` }))}
          value={String(days)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      <p className={classes.text}>
        {mails(lacking[asked], waiting[asked])} Once the days are over, they cannot work here until they have
        set it up.
      </p>
      <div className={classes.answers}>
        <BusyButton size="sm" busy={isBusy} busyLabel="Saving…">
          {rule === 'nobody' ? 'Switch on' : 'Save'}
        </BusyButton>
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function ruleWords(
  { second_factor: rule, second_factor_from: from, time_zone: zone }: SchoolResource['attributes'],
  lacking: number,
  waiting: number,
): string {
  const subject = rule === 'everybody' ? 'Everybody' : 'Owner and admins';
  const since = from === null ? '' : `, from ${formatDate(from, zone)} on`;
  const allHaveIt = waiting === 0 ? 'All have it.' : 'All who have signed in have it.';
  const lackingWords =
    lacking === 0
      ? allHaveIt
      : lacking === 1
        ? 'One person still lacks it.'
        : `${lacking} people still lack it.`;
  return `${subject}${since}. ${lackingWords}${waitingWords(waiting)}`;
}

function mails(lacking: number, waiting: number): string {
  const allHaveIt =
    waiting === 0 ? 'All of them have it already.' : 'All who have signed in have it already.';
  const mailed = lacking === 1 ? 'One person gets a mail now.' : `${lacking} people get a mail now.`;
  return `${lacking === 0 ? allHaveIt : mailed}${waitingWords(waiting)}`;
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return '';
  return waiting === 1 ? ' One has not signed in yet.' : ` ${waiting} have not signed in yet.`;
}
