import { Skeleton } from '@mantine/core';
import { Loading } from '#ui/feedback/states.tsx';
import classes from './cards-skeleton.module.css';
import cards from './newsletter-cards.module.css';

/** Placeholders while newsletter cards load. */
export function CardsSkeleton({ count = 6 }: { count?: number }) {
  return (
    <Loading label="Loading newsletters">
      <div className={cards.cards}>
        {Array.from({ length: count }, (_, index) => `card ${index}`).map((key) => (
          <div key={key} className={classes.card}>
            <Skeleton className={classes.picture ?? ''} radius={0} />
            <div className={classes.words}>
              <Skeleton height={18} width="70%" />
              <Skeleton height={24} width={84} radius="xl" />
              <Skeleton height={14} width="50%" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
