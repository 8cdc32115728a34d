import { languageName } from '#newsletter/values/language-names.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import { Anchor, Checkbox, NativeSelect } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type FamilySettings, familyRoutes } from '#contract/families/sign-up.ts';
import { SCREENS, schoolPagePath } from '#contract/paths.ts';
import { SCHOOL_LANGUAGES } from '#contract/school.ts';
import { useSchool } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { pagesQuery, useSavePages } from '#web/features/school/pages/school-pages-data.ts';
import classes from './feature-card.module.css';
import { FeatureCard } from './feature-card.tsx';
import { LoadedFeature } from './loaded-feature.tsx';

const KEY = ['family-settings'];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Whether families can sign up on the school's page, and what they can choose. */
export function SignUpFeature({ schoolId: id }: { schoolId: string }) {
  const pages = useQuery(pagesQuery(id));
  return (
    <LoadedFeature name="sign-up" loaded={pages}>
      {({ address, takes_sign_ups }) => <SignUp id={id} address={address} isOn={takes_sign_ups} />}
    </LoadedFeature>
  );
}

function SignUp({ id, address, isOn }: { id: string; address: string | null; isOn: boolean }) {
  const save = useSavePages(id);
  const isShownOn = save.isPending ? (save.variables.takes_sign_ups ?? false) : isOn;
  return (
    <FeatureCard
      id="sign-up"
      name="Sign-up"
      text="Families put themselves on the list on your page, and choose their groups."
      Icon={IconUserPlus}
      isOn={isShownOn}
      onSwitch={(takes_sign_ups) => {
        if (!save.isPending) save.mutate({ takes_sign_ups });
      }}
    >
      {isOn && address !== null && (
        <p className={classes.more}>
          <Anchor href={schoolPagePath(address, 'signUp')} target="_blank" rel="noreferrer">
            {schoolPagePath(address, 'signUp')}
          </Anchor>
          . Which groups they can choose is set in <Link to={SCREENS.groups}>Groups</Link>.
        </p>
      )}
      <Choices isSignUpOn={isOn} />
    </FeatureCard>
  );
}

function Choices({ isSignUpOn }: { isSignUpOn: boolean }) {
  const client = useQueryClient();
  const settings = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(familyRoutes.familySettings, { signal })).settings,
  });
  const save = useMutation({
    mutationFn: async (body: Partial<FamilySettings>) =>
      (await call(familyRoutes.updateFamilySettings, { body: changesOf(body) })).settings,
    onSuccess: (saved) => client.setQueryData(KEY, saved),
  });
  const own = useSchool()?.attributes.language;
  if (settings.data === undefined) return null;
  const { approval, languages, digest_weekday } = {
    ...settings.data,
    ...(save.isPending && save.variables),
  };
  const set = (changes: Partial<FamilySettings>) => {
    if (!save.isPending) save.mutate(changes);
  };
  return (
    <div className={classes.choices}>
      {isSignUpOn && (
        <Checkbox
          label="I let each family in"
          checked={approval}
          onChange={({ currentTarget }) => set({ approval: currentTarget.checked })}
        />
      )}
      <NativeSelect
        label="All newsletters of a month in one mail"
        description="For families who choose it on the page that each mail leads to"
        value={digest_weekday ?? ''}
        onChange={({ currentTarget }) => set({ digest_weekday: Number(currentTarget.value) || null })}
        data={[
          { value: '', label: 'Not offered' },
          ...WEEKDAYS.map((name, index) => ({
            value: String(index + 1),
            label: `The first ${name} of a month`,
          })),
        ]}
      />
      <fieldset className={classes.people}>
        <legend className={classes.legend}>Other languages that families can choose</legend>
        {SCHOOL_LANGUAGES.filter((language) => language !== own).map((language) => (
          <Checkbox
            key={language}
            label={languageName(language)}
            checked={languages.includes(language)}
            onChange={({ currentTarget }) =>
              set({
                languages: currentTarget.checked
                  ? [...languages, language]
                  : languages.filter((one) => one !== language),
              })
            }
          />
        ))}
        <p className={classes.text}>
          The words around your newsletters, sign-up and choices are in them. What you write stays as it is.
        </p>
      </fieldset>
    </div>
  );
}

function changesOf({ languages, ...changes }: Partial<FamilySettings>) {
  return {
    ...changes,
    ...(languages && { languages: SCHOOL_LANGUAGES.filter((language) => languages.includes(language)) }),
  };
}
