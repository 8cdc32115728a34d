import { Drawer } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Link, useLocation } from 'react-router';
import { ModalGuard } from '#ui/dialogs/modal-guard.tsx';
import { useOpenedAfterMount } from '#ui/use-opened-after-mount.ts';
import { authLinks } from '#web/session/auth-links.ts';
import { currentAt, LANDING_LINKS } from './landing-links.ts';
import classes from './landing-shell.module.css';
import { StartButton } from './start-button.tsx';

/** The menu of public pages on phones. */
export function LandingSidebar({
  opened,
  onClose,
  signedIn,
}: {
  opened: boolean;
  onClose: () => void;
  signedIn: boolean;
}) {
  const { pathname } = useLocation();
  return (
    <Drawer opened={useOpenedAfterMount(opened)} onClose={onClose} title="Menu" position="right" size={320}>
      <ModalGuard />
      <nav className={classes.sideMenu} aria-label="Menu">
        {LANDING_LINKS.map((link) => (
          <Link
            key={link.to}
            to={link.to}
            className={classes.sideLink}
            onClick={onClose}
            {...currentAt(link.to, pathname)}
          >
            {link.label}
          </Link>
        ))}
        {!signedIn && (
          <Link to={authLinks.login} className={classes.sideLink} onClick={onClose}>
            Login
          </Link>
        )}
        <StartButton size="lg" onClick={onClose} />
      </nav>
    </Drawer>
  );
}
