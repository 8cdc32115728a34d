import { useInViewport } from '@mantine/hooks';
import { IconCookie, IconMail, IconPhone, IconWorld } from '@tabler/icons-react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { authLinks } from '../../auth-links.ts';
import { chooseCookies } from '../../cookie-choice.ts';
import { Wordmark } from '../../kit/brand.tsx';
import { productName, useConfig } from '../../product.ts';
import classes from './landing-footer.module.css';
import { LANDING_LINKS } from './landing-links.ts';

const POLICIES = [
  { label: 'Terms', to: SCREENS.terms },
  { label: 'Privacy', to: SCREENS.privacy },
  { label: 'Cookies', to: SCREENS.cookies },
];

/** Links, how to reach whoever runs this, the cookie choice, and the copyright line. */
export function LandingFooter() {
  const { ref, inViewport } = useInViewport();
  return (
    <footer className={classes.footer} ref={ref}>
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
              <Link to={authLinks.login}>Login</Link>
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
        <Contact wanted={inViewport} />
      </div>
      <div className={classes.last}>
        <span>
          © {new Date().getFullYear()} {productName()}
        </span>
        <button type="button" className={classes.cookie} onClick={() => chooseCookies(null)}>
          <IconCookie size={18} stroke={1.75} aria-hidden="true" />
          Cookie choice
        </button>
      </div>
    </footer>
  );
}

// Asked for when the footer comes into view, not before.
function Contact({ wanted }: { wanted: boolean }) {
  const config = useConfig(wanted);
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <div className={classes.contact}>
      <h2 className={classes.heading}>Say hello</h2>
      <ul className={classes.list}>
        {config?.contact_email && (
          <li>
            <a href={`mailto:${config.contact_email}`}>
              <IconMail {...icon} />
              {config.contact_email}
            </a>
          </li>
        )}
        {config?.contact_phone && (
          <li>
            <a href={`tel:${config.contact_phone.replace(/[^+\d]/g, '')}`}>
              <IconPhone {...icon} />
              {config.contact_phone}
            </a>
          </li>
        )}
        {config?.social_url && (
          <li>
            <a href={config.social_url} target="_blank" rel="noopener noreferrer">
              <IconWorld {...icon} />
              {hostOf(config.social_url)}
            </a>
          </li>
        )}
      </ul>
    </div>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;
}
