import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './approval.module.css';

/** The list of unfinished work above a request for approval. A request can be sent all the same. */
export function StillOpen() {
  return (
    <section aria-label="Not done yet" className={classes.open}>
      <h3 className={classes.openTitle}>Not done yet</h3>
      <ul className={classes.openList}>
        {useTools()
          .guests.at('StillOpen')
          .map(({ name, contribution: Item }) => (
            <Item key={name} />
          ))}
      </ul>
    </section>
  );
}
