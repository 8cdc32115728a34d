import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { type InviteResource, type OwnerResource, ROLE_NAMES } from '#contract/invites.ts';
import { SCREENS } from '#contract/paths.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { useSchool } from '#web/api/account.ts';
import classes from './people.module.css';
import { SecondFactorRuleField } from './second-factor-rule.tsx';
import { isInTwoSteps, SignInCells } from './sign-in-cells.tsx';
import { staffQuery } from './staff-data.ts';
import { RoleAndEmail, StaffRow } from './staff-row.tsx';

/** The owner, and below the other staff, including invited people. `?two_step=off`: only people who lack the required second factor. */
export function StaffList() {
  const staff = useQuery(staffQuery);
  const [query] = useSearchParams();
  const rule = useSchool()?.attributes.second_factor ?? 'nobody';
  if (staff.isPending) {
    return (
      <Loading label="Loading the users">
        <Skeleton height={240} radius="lg" />
      </Loading>
    );
  }
  if (staff.data === undefined) {
    return (
      <ErrorState
        title="We could not load the users"
        error={staff.error}
        onRetry={() => void staff.refetch()}
      />
    );
  }
  const { owner, invites, two_step, ways } = staff.data;
  const lacks = (id: string, way: string | null) => !isInTwoSteps(way, two_step.includes(id));
  const ownerLacks = lacks(owner.data.id, owner.data.attributes.last_way);
  const lacking = invites.data.filter(
    ({ id, attributes }) => attributes.status === 'ACTIVE' && lacks(id, attributes.last_way),
  );
  const waiting = invites.data.filter(({ attributes }) => isWaiting(attributes));
  const admins = (people: typeof lacking) => people.filter(({ attributes }) => attributes.role === 'admin');
  const asked = rule === 'owners_and_admins' ? admins(lacking) : lacking;
  const lackingCount = asked.length + Number(ownerLacks);
  const isFiltered = query.get('two_step') === 'off' && rule !== 'nobody' && lackingCount > 0;
  const listed = isFiltered ? asked : invites.data;
  return (
    <>
      <SecondFactorRuleField
        ownerHas={!ownerLacks}
        lacking={{
          everybody: lacking.length + Number(ownerLacks),
          owners_and_admins: admins(lacking).length + Number(ownerLacks),
        }}
        waiting={{ everybody: waiting.length, owners_and_admins: admins(waiting).length }}
        lackingLink={
          <Link to={{ search: isFiltered ? '' : '?two_step=off' }} replace preventScrollReset>
            {isFiltered ? 'Show everybody' : 'Show only who lacks it'}
          </Link>
        }
      />
      {(!isFiltered || ownerLacks) && (
        <Owner
          owner={owner.data}
          ways={ways[owner.data.id] ?? []}
          hasTwoStep={two_step.includes(owner.data.id)}
        />
      )}
      {listed.length > 0 && (
        <ul className={classes.list} aria-label="Administrators">
          {listed.map((member) => (
            <StaffRow
              key={member.id}
              member={member}
              ways={ways[member.id] ?? []}
              hasTwoStep={two_step.includes(member.id)}
            />
          ))}
        </ul>
      )}
      {invites.data.length === 0 && (
        <p className={classes.lonely}>
          So far it is you alone. Invite colleagues: editors write and send newsletters, admins look after the
          subscription as well.
        </p>
      )}
    </>
  );
}

// Invited, or without a password yet: they cannot have a second factor. An expired invitation does not count.
function isWaiting({ status, invitation_ends_at }: InviteResource['attributes']): boolean {
  return status === 'INVITED' || (status === 'INACTIVE' && invitation_ends_at === null);
}

// Separate from the list, because the owner cannot be edited or deleted here.
function Owner({
  owner: { attributes },
  ways,
  hasTwoStep,
}: {
  owner: OwnerResource;
  ways: readonly string[];
  hasTwoStep: boolean;
}) {
  const name = nameOrEmail(attributes);
  return (
    <section className={classes.owner} aria-label={ROLE_NAMES.owner}>
      <div className={classes.person}>
        <div className={classes.who}>
          <p className={classes.name}>{name}</p>
          <RoleAndEmail person={{ ...attributes, role: 'owner' }} />
        </div>
        <SignInCells ways={ways} last={attributes.last_way} hasTwoStep={hasTwoStep} />
        <div className={classes.actions}>
          <Button component={Link} to={SCREENS.myDetails} variant="subtle" aria-label={`Edit ${name}`}>
            Edit
          </Button>
        </div>
      </div>
    </section>
  );
}
