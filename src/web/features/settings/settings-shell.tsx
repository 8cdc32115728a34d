import { NavLink, Outlet } from 'react-router';
import classes from './settings-shell.module.css';
import { useSettings } from './use-settings.ts';

/** The layout of the settings: a menu beside the page. On phones there is no menu; breadcrumbs link to the overview. */
export function Component() {
  const groups = useSettings();
  return (
    <div className={classes.shell}>
      <nav className={classes.menu} aria-label="Settings">
        {groups.map(({ title, entries }) => (
          <section key={title}>
            <h2 className={classes.title}>{title}</h2>
            <ul className={classes.entries}>
              {entries.map(({ label, to, Icon }) => (
                <li key={to}>
                  <NavLink to={to} className={classes.entry ?? ''}>
                    <Icon size={18} stroke={1.75} aria-hidden="true" />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div id="settings-page" tabIndex={-1} className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
