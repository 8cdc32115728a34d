import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { fragmentOf } from '#newsletter/render/compile.ts';
import { createRenderer } from '#web/newsletter-ui/renderer/renderer.ts';
import type { ChosenLogo } from './chosen-logo.ts';
import { showLogo } from './logo-image.ts';
import { type SampleWish, samplePage, withLogo } from './sample.ts';
import classes from './sample-preview.module.css';

/** 'How it will look': follows what is typed. `chosen` is a logo that is not sent yet. For the eye; nothing in it can be used. */
export function SamplePreview({ wish, chosen }: { wish: SampleWish; chosen: ChosenLogo | null }) {
  const logo = useLogo(chosen);
  const html = useRendered(samplePage(wish, logo !== null, window.location.origin));
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null || html === null) return;
    // A shadow root keeps the newsletter's styles and the app's apart. All markup in it is our own serialiser's.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const { styles, body } = fragmentOf(withLogo(html, logo, window.location.origin));
    root.innerHTML = `<style>${styles} a { text-decoration: underline; }</style>${body}`;
    // Its links lead nowhere; they only look like links.
    for (const link of root.querySelectorAll('a')) link.removeAttribute('href');
  }, [html, logo]);
  return (
    <section className={classes.preview} aria-labelledby="how-it-will-look">
      <h2 id="how-it-will-look" className={classes.heading}>
        How it will look
      </h2>
      <div className={classes.page} inert>
        {html === null && <Skeleton height={320} radius={0} />}
        <div ref={host} className={classes.newsletter} hidden={html === null} />
      </div>
    </section>
  );
}

/** The newest picture that is ready. What cannot be drawn leaves the one before. */
function useRendered(mjml: string): string | null {
  const [renderer] = useState(() => createRenderer());
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => () => renderer.dispose(), [renderer]);
  useEffect(() => {
    renderer.render('sample', mjml).then(
      (drawn) => drawn !== null && setHtml(drawn),
      () => undefined,
    );
  }, [renderer, mjml]);
  return html;
}

/** The logo as it is cropped, a `data:` address; null until there is one. */
export function useLogo(chosen: ChosenLogo | null): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const show = (address: string | null) => current && setShown(address);
    if (chosen === null) show(null);
    else showLogo(chosen).then(show, () => show(null));
    return () => {
      current = false;
    };
  }, [chosen]);
  return shown;
}
