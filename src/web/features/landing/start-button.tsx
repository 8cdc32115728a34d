import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { authLinks } from '#web/session/auth-links.ts';
import { useSession } from '#web/session/session.ts';

interface StartButtonProps extends ButtonProps {
  /** For visitors; whoever is signed in is led to the newsletters instead. */
  label?: string;
  onClick?: () => void;
}

/** The one button that starts it: opens the register panel over whatever is shown. */
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
