import type { ButtonProps } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useIsSchoolClosed } from '#web/api/account.ts';
import { useNextIssue } from './next-issue.ts';

/** Makes the next issue of a newsletter; hidden in a closed school, where the server would refuse the call. */
export function NextIssueButton({
  newsletter,
  variant = 'default',
  size,
  isOneOfSeveral = false,
}: {
  newsletter: { readonly id: string; readonly title: string };
  variant?: ButtonProps['variant'];
  size?: ButtonProps['size'];
  /** Whether the screen has several such buttons: then the accessible name says which newsletter this one means. */
  isOneOfSeveral?: boolean;
}) {
  const next = useNextIssue(newsletter);
  if (useIsSchoolClosed()) return null;
  return (
    <BusyButton
      type="button"
      variant={variant}
      {...(size !== undefined && { size })}
      aria-label={isOneOfSeveral && !next.isPending ? `Next issue of ${newsletter.title}` : undefined}
      busy={next.isPending}
      busyLabel="Copying…"
      leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden="true" />}
      onClick={() => next.mutate()}
    >
      Next issue
    </BusyButton>
  );
}
