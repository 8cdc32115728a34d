import { NavLink, Outlet } from 'react-router';
import classes from './settings-shell.module.css';
import { useSettings } from './use-settings.ts';

/** A page of the settings, with the others beside it where there is room; on a phone the breadcrumbs lead back. */
export function Component() {
  const groups = useSettings();
  return (
    <div className={classes.shell}>
      <nav className={classes.menu} aria-label="Settings">
        {groups.map(({ title, entries }) => (
          <section key={title} className={classes.group}>
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
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
