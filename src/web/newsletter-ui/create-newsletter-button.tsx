import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { useIsSchoolClosed } from '#web/api/account.ts';

/** A link to the create screen; hidden in a closed school, where the server would refuse the call. */
export function CreateNewsletterButton() {
  if (useIsSchoolClosed()) return null;
  return (
    <Button
      component={Link}
      to={SCREENS.createNewsletter}
      leftSection={<IconPlus size={20} stroke={1.75} aria-hidden="true" />}
    >
      Create new
    </Button>
  );
}
