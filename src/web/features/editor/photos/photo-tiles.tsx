import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import type { Block } from '#newsletter/document/document.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './photo-tiles.module.css';
import { photoUploads } from './photo-upload.ts';
import { arrivalOf, shownPhotos } from './shown-photos.ts';

/** A block's photos while some are on their way: each where it will be drawn, with its progress. */
export function PhotoTiles({ block }: { block: Block }) {
  const { editing } = useTools();
  const photos = shownPhotos(block, useStore(photoUploads(editing)));
  return (
    <div className={classes.place} data-photos="">
      <ul className={classes.tiles} data-count={photos.length} aria-label="Photos on their way">
        {photos.map(({ key, picture, upload }) => {
          const arrival = upload && arrivalOf(editing, upload);
          return (
            <li key={key} className={classes.tile} data-failed={arrival?.problem ? '' : undefined}>
              <img
                src={upload?.preview ?? picture.address}
                alt=""
                // A HEIC photo, which most browsers cannot show.
                onError={({ currentTarget }) => currentTarget.setAttribute('hidden', '')}
              />
              {arrival !== null && arrival.problem === null && (
                <progress value={arrival.progress} max={1} aria-label={`Uploading ${arrival.name}`} />
              )}
              {arrival !== null && arrival.problem !== null && (
                <div className={classes.problem}>
                  <p>
                    {arrival.name}: {arrival.problem.message}
                  </p>
                  {arrival.problem.canRetry && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Try again: ${arrival.name}`}
                      onClick={arrival.retry}
                    >
                      Try again
                    </Button>
                  )}
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Leave out ${arrival.name}`}
                    onClick={arrival.remove}
                  >
                    Leave out
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
