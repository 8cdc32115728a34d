import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#web/words/dates.ts';
import { productName } from '#web/words/product.ts';
import classes from './dashboard.module.css';
import { newsQuery } from './dashboard-data.ts';

/** News about the product. Renders nothing if it cannot be loaded. */
export function ProductNews() {
  const { data, isPending } = useQuery(newsQuery);
  if (data?.length === 0 || (!isPending && data === undefined)) return null;
  return (
    <section className={classes.card}>
      <h2 className={classes.title}>New in {productName()}</h2>
      {isPending && <Skeleton height={120} m={12} />}
      <ul className={classes.news}>
        {data?.map(({ id, attributes: { title, body, published_on } }) => (
          <li key={id}>
            <h3 className={classes.name}>{title}</h3>
            <p>{body}</p>
            <p className={classes.date}>{formatDate(`${published_on}T12:00:00Z`, 'UTC')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
