import '@mantine/core/styles/Switch.layer.css';
import { Checkbox, Skeleton, Switch } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { APPROVAL_MESSAGES, type ApprovalSettings, approvalRoutes } from '#contract/approval/approval.ts';
import { SCREENS } from '#contract/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { useSchool } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import classes from './what-you-use.module.css';

const KEY = ['approval-settings'];

/** What a school has switched on: one switch a feature, which saves at once. */
export function Component() {
  const id = useSchool()?.id ?? '';
  const settings = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call(approvalRoutes.getApprovalSettings, { params: { id }, signal })).approval_settings.data
        .attributes,
    enabled: id !== '',
  });
  return (
    <>
      <Breadcrumbs above={[{ label: 'Settings', to: SCREENS.settings }]} here="Features" />
      <PageTitle lead="What is off shows nowhere. Turning it off deletes nothing.">Features</PageTitle>
      {settings.data && <Approval id={id} settings={settings.data} />}
      {settings.isPending && (
        <Loading label="Loading the features">
          <Skeleton height={120} radius="lg" />
        </Loading>
      )}
      {settings.isError && settings.data === undefined && (
        <ErrorState
          title="We could not load the features"
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      )}
    </>
  );
}

function Approval({ id, settings }: { id: string; settings: ApprovalSettings }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (approval_settings: { is_on: boolean; approver_ids?: string[] }) =>
      (await call(approvalRoutes.updateApprovalSettings, { params: { id }, body: approval_settings }))
        .approval_settings.data.attributes,
    onSuccess: async (saved) => {
      client.setQueryData(KEY, saved);
      await client.invalidateQueries({ queryKey: queryKeys.school });
    },
  });
  const { is_on } = save.isPending ? { ...settings, ...save.variables } : settings;
  const shown = save.isPending ? (save.variables.approver_ids ?? idsOf(settings)) : idsOf(settings);
  const choose = (person: string, isChosen: boolean) => {
    const approver_ids = isChosen ? [...shown, person] : shown.filter((one) => one !== person);
    if (approver_ids.length === 0) toast.info(APPROVAL_MESSAGES.approver);
    else save.mutate({ is_on, approver_ids });
  };
  return (
    <section className={classes.card} aria-labelledby="approval">
      <div className={classes.row}>
        <span className={classes.icon}>
          <IconCircleCheck size={22} stroke={1.75} aria-hidden="true" />
        </span>
        <div className={classes.words}>
          <h2 id="approval" className={classes.name}>
            Approval
          </h2>
          <p id="approval-text" className={classes.text}>
            Somebody you choose, such as the head teacher, says yes before an editor publishes.
          </p>
        </div>
        <Switch
          size="md"
          color="var(--select)"
          withThumbIndicator={false}
          aria-labelledby="approval"
          aria-describedby="approval-text"
          checked={is_on}
          onChange={({ currentTarget }) => {
            if (!save.isPending) save.mutate({ is_on: currentTarget.checked });
          }}
        />
      </div>
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
            Editors ask one of them before they publish or send. Owner and admins publish without.
          </p>
        </fieldset>
      )}
    </section>
  );
}

function idsOf({ approvers }: ApprovalSettings): string[] {
  return approvers.map(({ id }) => id);
}
