import shapes from '#web/features/landing/pictures/shapes.json';
import classes from './screenshot.module.css';

// Made by `npm run screenshots`: each picture in several widths as AVIF, and in one as WebP for browsers without AVIF.
const FILES = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

interface ScreenshotProps {
  /** The file name in `pictures/` without the width. */
  readonly name: keyof typeof shapes;
  readonly alt: string;
  /** The `sizes` attribute: how wide the picture is shown. */
  readonly sizes: string;
  /** Whether it is visible at first; other pictures are loaded lazily. */
  readonly first?: boolean;
}

/** A screenshot of the program. */
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
        // Width and height reserve the space until it is loaded.
        {...shapes[name]}
        alt={alt}
        src={widths.find(({ type }) => type === 'webp')?.url}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  );
}
