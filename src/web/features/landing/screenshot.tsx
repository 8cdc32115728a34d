import shapes from '#web/features/landing/pictures/shapes.json';
import classes from './screenshot.module.css';

// By `npm run screenshots`: each picture in a few widths as AVIF, and in one as WebP for browsers without it.
const FILES = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

interface ScreenshotProps {
  /** The name before the width in `pictures/`. */
  readonly name: keyof typeof shapes;
  readonly alt: string;
  /** How wide it is shown, as the attribute `sizes` says it. */
  readonly sizes: string;
  /** Whether it is in sight at once; others wait until they nearly are. */
  readonly first?: boolean;
}

/** A picture of the running program. */
export function Screenshot({ name, alt, first = false, sizes }: ScreenshotProps) {
  const widths = Object.entries(FILES).flatMap(([path, url]) => {
    const [, width, type] = new RegExp(`/${name}-(\\d+)\\.(avif|webp)$`).exec(path) ?? [];
    return width === undefined ? [] : [{ width, type, url }];
  });
  const avif = widths.filter(({ type }) => type === 'avif').map(({ url, width }) => `${url} ${width}w`);
  return (
    <picture className={classes.picture}>
      <source type="image/avif" srcSet={avif.join(', ')} sizes={sizes} />
      <img
        // Its shape keeps the place until it is there.
        {...shapes[name]}
        alt={alt}
        src={widths.find(({ type }) => type === 'webp')?.url}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  );
}
