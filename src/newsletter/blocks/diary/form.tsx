import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { RANGES, rangeEnd, type SchoolDates } from '#newsletter/document/school-dates.ts';
import classes from '#newsletter/fields/forms.module.css';
import { type KnownDates, useSchoolDates } from '#newsletter/fields/school-dates-context.tsx';
import { shortDay } from '#newsletter/values/dates.ts';
import { offeredDates } from './block.ts';
import diaryClasses from './diary.module.css';
import { DIARY_DATES_MAX } from './value.ts';

type Value = BlockValues['diary'];
type Props = Pick<BlockFormProps<Value>, 'value' | 'onChange'>;

export function DiaryForm({ value, onChange, problem }: BlockFormProps<Value>) {
  const known = useSchoolDates();
  const { title: _, ...others } = value;
  return (
    <div className={classes.fields}>
      <TextInput
        label="Heading"
        data-path="title"
        placeholder="Dates for your diary"
        value={value.title ?? ''}
        error={problem('title')}
        onChange={({ currentTarget: { value: title } }) =>
          onChange(title === '' ? others : { ...others, title })
        }
      />
      <NativeSelect
        label="Until"
        data-path="until"
        value={value.until}
        data={RANGES.map((range) => ({ value: range, label: rangeWords(range, known.dates) }))}
        onChange={({ currentTarget }) => {
          const until = RANGES.find((range) => range === currentTarget.value);
          if (until !== undefined) onChange({ ...value, until });
        }}
      />
      {(known.groups.length > 0 || value.groups !== undefined) && (
        <GroupSelect value={value} onChange={onChange} known={known} />
      )}
      <FromCalendar value={value} onChange={onChange} known={known} />
    </div>
  );
}

function rangeWords(range: Value['until'], dates: SchoolDates | null): string {
  if (range === '2_weeks') return 'The next two weeks';
  if (range === '4_weeks') return 'The next four weeks';
  if (range === 'all') return 'All dates';
  const end = dates?.holidays.some((day) => day > dates.today) ? rangeEnd(range, dates) : undefined;
  return end === undefined ? 'The next holiday' : `The next holiday, ${shortDay(end, 'en', end)}`;
}

const WITHOUT = {
  loading: 'Loading…',
  failed: 'Your calendar could not be loaded. What is published has its dates.',
  contributor: 'It fills itself from the school’s calendar when it is published.',
} as const satisfies Record<KnownDates['without'], string>;

const EVERY_GROUP = 'every';
const NO_GROUP = 'none';
const SEVERAL = 'several';

// Dates that are only for other groups, such as staff, are shown only if those groups are chosen.
function everyGroup({ groups, dates }: KnownDates): string {
  const isEach = dates === null || groups.every(({ id }) => dates.isPublic([id]));
  return isEach ? 'every group' : 'families’ groups';
}

function GroupSelect({ value, onChange, known }: Props & { known: KnownDates }) {
  const { groups: chosen, ...others } = value;
  const isForGroups = known.audience !== undefined;
  const only = chosen?.length === 1 ? (known.dates?.groupOf(chosen[0] ?? '')?.id ?? SEVERAL) : SEVERAL;
  const current = chosen === undefined ? EVERY_GROUP : chosen.length === 0 ? NO_GROUP : only;
  const data = [
    {
      value: EVERY_GROUP,
      label: isForGroups ? 'Whole school and who sees it' : `Whole school and ${everyGroup(known)}`,
    },
    { value: NO_GROUP, label: 'Whole school' },
    ...known.groups.map(({ id, name }) => ({ value: id, label: `Whole school and ${name}` })),
    ...(current === SEVERAL ? [{ value: SEVERAL, label: 'Whole school and some groups' }] : []),
  ];
  return (
    <NativeSelect
      label="Whose dates"
      data-path="groups"
      value={current}
      data={data}
      onChange={({ currentTarget: { value: next } }) => {
        if (next === EVERY_GROUP) onChange(others);
        else if (next === NO_GROUP) onChange({ ...others, groups: [] });
        else if (next !== SEVERAL) onChange({ ...others, groups: [next] });
      }}
    />
  );
}

function FromCalendar({ value, onChange, known }: Props & { known: KnownDates }) {
  const { dates, without, audience } = known;
  if (dates === null)
    return (
      <p className={classes.note} role="status">
        {WITHOUT[without]}
      </p>
    );
  const offered = offeredDates(value, dates, audience);
  const shown = offered.filter(({ id }) => !value.left_out.includes(id));
  const toggle = (id: string, isShown: boolean) => {
    // Dates that are over are dropped at the next change.
    const known = new Set(dates.dates.map((date) => date.id));
    const others = value.left_out.filter((each) => each !== id && known.has(each));
    onChange({ ...value, left_out: isShown ? others : [...others, id] });
  };
  return (
    <fieldset className={diaryClasses.dates} data-path="left_out">
      <legend>From your calendar</legend>
      {offered.length === 0 && <p className={classes.note}>No dates. Families see nothing here.</p>}
      {offered.map(({ id, title, date }) => (
        <div key={id} className={diaryClasses.date}>
          <Checkbox
            label={title}
            checked={!value.left_out.includes(id)}
            onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
          />
          <span className={classes.note}>{shortDay(date, 'en', dates.today)}</span>
        </div>
      ))}
      {shown.length > DIARY_DATES_MAX && (
        <p className={classes.note}>The first {DIARY_DATES_MAX} are shown.</p>
      )}
      <p className={classes.note}>New dates appear by themselves until you publish.</p>
    </fieldset>
  );
}
