import { IconCookie, IconMail, IconPhone, IconWorld } from '@tabler/icons-react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { Wordmark } from '#web/app/brand.tsx';
import { authLinks } from '#web/session/auth-links.ts';
import { chooseCookies } from '#web/session/cookie-choice.ts';
import { useSession } from '#web/session/session.ts';
import { product, productName } from '#web/words/product.ts';
import classes from './landing-footer.module.css';
import { LANDING_LINKS } from './landing-links.ts';

const POLICIES = [
  { label: 'Terms', to: SCREENS.terms },
  { label: 'Privacy', to: SCREENS.privacy },
  { label: 'Cookies', to: SCREENS.cookies },
  { label: 'Accessibility', to: SCREENS.accessibility },
  { label: 'Help', to: SCREENS.help },
];

/** The footer of public pages: links, contact details, cookie choice, copyright. */
export function LandingFooter() {
  const signedIn = useSession() !== null;
  return (
    <footer className={classes.footer}>
      <div className={classes.columns}>
        <div className={classes.about}>
          <Wordmark size={25} />
          <p>Newsletters for schools: built, published and shared in an afternoon.</p>
        </div>
        <nav aria-label="Pages">
          <h2 className={classes.heading}>{productName()}</h2>
          <ul className={classes.list}>
            {LANDING_LINKS.map((link) => (
              <li key={link.to}>
                <Link to={link.to}>{link.label}</Link>
              </li>
            ))}
            <li>
              {signedIn ? (
                <Link to={SCREENS.newsletters}>My newsletters</Link>
              ) : (
                <Link to={authLinks.login}>Login</Link>
              )}
            </li>
          </ul>
        </nav>
        <nav aria-label="Small print">
          <h2 className={classes.heading}>Small print</h2>
          <ul className={classes.list}>
            {POLICIES.map((link) => (
              <li key={link.to}>
                <Link to={link.to}>{link.label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <Contact />
      </div>
      <div className={classes.last}>
        <span>
          © {product().year} {productName()}
        </span>
        <button type="button" className={classes.cookie} onClick={() => void chooseCookies(null)}>
          <IconCookie size={18} stroke={1.75} aria-hidden="true" />
          Cookie choice
        </button>
      </div>
    </footer>
  );
}

function Contact() {
  const { contactEmail, contactPhone, dial, socialUrl, socialHost } = product();
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <div className={classes.contact}>
      <h2 className={classes.heading}>Say hello</h2>
      <ul className={classes.list}>
        <li>
          <a href={`mailto:${contactEmail}`}>
            <IconMail {...icon} />
            {contactEmail}
          </a>
        </li>
        <li>
          <a href={`tel:${dial}`}>
            <IconPhone {...icon} />
            {contactPhone}
          </a>
        </li>
        <li>
          <a href={socialUrl} target="_blank" rel="noopener noreferrer">
            <IconWorld {...icon} />
            {socialHost}
          </a>
        </li>
      </ul>
    </div>
  );
}
