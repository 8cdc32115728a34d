import { Checkbox } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  APPROVAL_MESSAGES,
  type ApprovalSettings,
  approvalRoutes,
  type approvalSettingsForm,
} from '#contract/approval/approval.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useProfile, useSchool } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { formatShortDate } from '#web/words/dates.ts';
import classes from './feature-card.module.css';
import { FeatureCard } from './feature-card.tsx';
import { LoadedFeature } from './loaded-feature.tsx';

const KEY = ['approval-settings'];

type ApprovalForm = z.input<typeof approvalSettingsForm>;

/** Whether newsletters need approval, who gives it, and whether the owner's newsletters need it too. */
export function ApprovalFeature({ schoolId: id }: { schoolId: string }) {
  const settings = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call(approvalRoutes.getApprovalSettings, { params: { id }, signal })).approval_settings.data
        .attributes,
  });
  return (
    <LoadedFeature name="approval" loaded={settings}>
      {(loaded) => <Approval id={id} settings={loaded} />}
    </LoadedFeature>
  );
}

function Approval({ id, settings }: { id: string; settings: ApprovalSettings }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (approval_settings: ApprovalForm) =>
      (await call(approvalRoutes.updateApprovalSettings, { params: { id }, body: approval_settings }))
        .approval_settings.data.attributes,
    onSuccess: async (saved) => {
      client.setQueryData(KEY, saved);
      await client.invalidateQueries({ queryKey: queryKeys.school });
    },
  });
  const zone = useSchool()?.attributes.time_zone;
  const isOwner = useProfile()?.attributes.role === 'owner';
  const { is_on, binds_owner } = save.isPending ? { ...settings, ...save.variables } : settings;
  const shown = save.isPending ? (save.variables.approver_ids ?? idsOf(settings)) : idsOf(settings);
  const choose = (person: string, isChosen: boolean) => {
    const approver_ids = isChosen ? [...shown, person] : shown.filter((one) => one !== person);
    if (approver_ids.length === 0) toast.info(APPROVAL_MESSAGES.approver);
    else save.mutate({ is_on, approver_ids });
  };
  return (
    <FeatureCard
      id="approval"
      name="Approval"
      text="Somebody you choose, such as the head teacher, says yes before an editor publishes."
      Icon={IconCircleCheck}
      isOn={is_on}
      onSwitch={(isOn) => {
        if (!save.isPending) save.mutate({ is_on: isOn });
      }}
    >
      {is_on && (
        <fieldset className={classes.people}>
          <legend className={classes.legend}>Who approves</legend>
          {settings.candidates.map((person) => (
            <Checkbox
              key={person.id}
              label={person.name}
              checked={shown.includes(person.id)}
              onChange={({ currentTarget }) => {
                if (!save.isPending) choose(person.id, currentTarget.checked);
              }}
            />
          ))}
          <p className={classes.text}>
            Editors ask one of them before they publish or send. {binds_owner ? 'Admins' : 'Owner and admins'}{' '}
            publish without.
          </p>
          {settings.candidates.length > 1 ? (
            <Checkbox
              label={isOwner ? 'Also for me' : 'Also for the owner'}
              description={`${isOwner ? 'You publish' : 'The owner publishes'} and ${isOwner ? 'send' : 'sends'} only what somebody else has approved.`}
              checked={binds_owner}
              onChange={({ currentTarget }) => {
                if (!save.isPending) save.mutate({ is_on, binds_owner: currentTarget.checked });
              }}
            />
          ) : (
            <p className={classes.text}>{secondApproverHint(settings, zone)}</p>
          )}
        </fieldset>
      )}
    </FeatureCard>
  );
}

/** The ways to get a second person who can approve. */
function secondApproverHint({ invited }: ApprovalSettings, zone: string | undefined): string {
  if (invited.length === 0) return 'Invite your head teacher as an admin, so that somebody else can approve.';
  const people = invited.map(({ name, invited_at }) => `${name} (on ${formatShortDate(invited_at, zone)})`);
  const they = invited.length === 1 ? 'they take' : 'one of them takes';
  return `Invited as ${invited.length === 1 ? 'an admin' : 'admins'}: ${people.join(', ')}. Once ${they} up the invitation, somebody else can approve.`;
}

function idsOf({ approvers }: ApprovalSettings): string[] {
  return approvers.map(({ id }) => id);
}
