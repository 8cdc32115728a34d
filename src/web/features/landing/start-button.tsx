import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { authLinks } from '#web/session/auth-links.ts';
import { useSession } from '#web/session/session.ts';

interface StartButtonProps extends ButtonProps {
  /** The label for visitors; signed-in people get a link to their newsletters instead. */
  label?: string;
  onClick?: () => void;
}

/** The call to action: opens the register panel over the current page. */
export function StartButton({ label = 'Try it FREE', ...rest }: StartButtonProps) {
  const signedIn = useSession() !== null;
  return signedIn ? (
    <Button {...rest} component={Link} to={SCREENS.newsletters}>
      My newsletters
    </Button>
  ) : (
    <Button {...rest} component={Link} to={authLinks.register} preventScrollReset>
      {label}
    </Button>
  );
}
