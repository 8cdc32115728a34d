import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FAMILIES_MESSAGES, familyRoutes, type SignUpResource } from '#contract/families/sign-up.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useSchool } from '#web/api/account.ts';
import { call } from '#web/api/client.ts';
import { invalidateFamilies } from '#web/api/groups.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { succeeds } from '#web/api/succeeds.ts';
import { focusContent } from '#web/app/focus-content.ts';
import { formatDate } from '#web/words/dates.ts';
import classes from './subscriber-list.module.css';

const WAITING_KEY = [...queryKeys.subscribers, 'waiting'] as const;

/** Families who have signed up and wait for the school. Renders nothing without any. */
export function WaitingFamilies() {
  const waiting = useQuery({
    queryKey: WAITING_KEY,
    queryFn: async ({ signal }) =>
      (await call(familyRoutes.listSignUps, { signal, handles: () => true })).sign_ups.data,
    refetchOnMount: 'always',
  });
  const families = waiting.data ?? [];
  if (families.length === 0) return null;
  return (
    <section className={classes.waiting} aria-labelledby="waiting-title">
      <h2 className={classes.waitingTitle} id="waiting-title">
        Waiting for you
      </h2>
      <ul className={classes.list}>
        {families.map((family) => (
          <WaitingFamily key={family.id} family={family} />
        ))}
      </ul>
    </section>
  );
}

function WaitingFamily({ family: { id, attributes } }: { family: SignUpResource }) {
  const { email, groups, created_at } = attributes;
  const zone = useSchool()?.attributes.time_zone;
  const { accept, refuse } = useAnswers();
  const isBusy = accept.isPending || refuse.isPending;
  const letIn = async () => {
    if (!(await succeeds(accept.mutateAsync(id)))) return;
    toast.success(FAMILIES_MESSAGES.accepted);
    focusContent();
  };
  const keepOut = async () => {
    const isSure = await confirm({
      title: `Refuse ${email}?`,
      message: 'The address is forgotten, and they hear nothing. They can sign up again.',
      confirmLabel: 'Refuse',
      destructive: true,
    });
    if (!isSure || !(await succeeds(refuse.mutateAsync(id)))) return;
    toast.success(FAMILIES_MESSAGES.refused);
    focusContent();
  };
  return (
    <li className={classes.person}>
      <div className={classes.who}>
        <p className={classes.name}>{email}</p>
        <p className={classes.email}>Signed up {formatDate(created_at, zone)}</p>
      </div>
      {groups.length > 0 && <p className={classes.groups}>{groups.map(({ name }) => name).join(' · ')}</p>}
      <div className={classes.answers}>
        <Button
          variant="default"
          disabled={isBusy}
          aria-label={`Let in ${email}`}
          onClick={() => void letIn()}
        >
          Let in
        </Button>
        <Button
          variant="default"
          disabled={isBusy}
          aria-label={`Refuse ${email}`}
          onClick={() => void keepOut()}
        >
          Refuse
        </Button>
      </div>
    </li>
  );
}

function useAnswers() {
  const client = useQueryClient();
  // Runs after a failure, too: somebody else may have answered meanwhile.
  const onSettled = () =>
    Promise.all([invalidateFamilies(client), client.invalidateQueries({ queryKey: ['dashboard'] })]);
  const accept = useMutation({
    mutationFn: (id: string) => call(familyRoutes.acceptSignUp, { params: { id } }),
    onSettled,
  });
  const refuse = useMutation({
    mutationFn: (id: string) => call(familyRoutes.refuseSignUp, { params: { id } }),
    onSettled,
  });
  return { accept, refuse };
}
