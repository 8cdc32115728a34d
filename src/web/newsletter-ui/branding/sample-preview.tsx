import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { createRenderer } from '#web/newsletter-ui/renderer/renderer.ts';
import { type ChosenLogo, logoAspect } from './chosen-logo.ts';
import { logoDataUrl } from './logo-image.ts';
import { type Sample, samplePage, withLogo } from './sample.ts';
import classes from './sample-preview.module.css';

/** 'How it will look': a live, inert preview of a sample newsletter. `chosen` is a logo that is not uploaded yet. */
export function SamplePreview({ sample, chosen }: { sample: Sample; chosen: ChosenLogo | null }) {
  const logo = useLogo(chosen);
  const html = useRendered(
    samplePage(sample, logo !== null && chosen !== null ? logoAspect(chosen) : null, window.location.origin),
  );
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null || html === null) return;
    // A shadow root isolates the newsletter's styles from the app's. Its markup comes from our own renderer.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const { styles, body } = fragmentOf(withLogo(html, logo, window.location.origin));
    root.innerHTML = `<style>${styles} a { text-decoration: underline; }</style>${body}`;
    // Links keep their look, but lead nowhere.
    for (const link of root.querySelectorAll('a')) link.removeAttribute('href');
  }, [html, logo]);
  return (
    <section className={classes.preview} aria-labelledby="how-it-will-look">
      <h2 id="how-it-will-look" className={classes.heading}>
        How it will look
      </h2>
      {/* The sample has a title of its own, which is no heading of this screen. */}
      <div className={classes.page} inert aria-hidden="true">
        {html === null && <Skeleton height={320} radius={0} />}
        <div ref={host} className={classes.newsletter} hidden={html === null} />
      </div>
    </section>
  );
}

/** The newest rendered HTML; null before the first. If rendering fails, the previous one stays. */
function useRendered(mjml: string): string | null {
  const [renderer] = useState(() => createRenderer());
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => () => renderer.dispose(), [renderer]);
  useEffect(() => {
    renderer.render('sample', mjml).then(
      (rendered) => rendered !== null && setHtml(rendered),
      () => undefined,
    );
  }, [renderer, mjml]);
  return html;
}

/** The cropped logo as a `data:` URL; null until it is ready. */
export function useLogo(chosen: ChosenLogo | null): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = (url: string | null) => isCurrent && setShown(url);
    if (chosen === null) show(null);
    else logoDataUrl(chosen).then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
  return shown;
}
