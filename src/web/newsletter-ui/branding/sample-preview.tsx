import { Skeleton } from '@mantine/core';
import { memo, useEffect, useState } from 'react';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { useDisposable } from '#ui/use-disposable.ts';
import { createRenderer } from '#web/newsletter-ui/renderer/renderer.ts';
import { type ChosenLogo, logoAspect } from './chosen-logo.ts';
import { type Sample, samplePage, withLogo } from './sample.ts';
import classes from './sample-preview.module.css';
import { useLogo } from './use-logo.ts';

/** 'How it will look': a live, inert preview of a sample newsletter. `chosen` is a logo that is not uploaded yet. */
export function SamplePreview({ sample, chosen }: { sample: Sample; chosen: ChosenLogo | null }) {
  const logo = useLogo(chosen);
  const html = useRendered(
    samplePage(sample, logo !== null && chosen !== null ? logoAspect(chosen) : null, window.location.origin),
  );
  return (
    <section aria-labelledby="how-it-will-look">
      <h2 id="how-it-will-look" className={classes.heading}>
        How it will look
      </h2>
      {/* The sample's title must not be a heading of this screen. */}
      <div className={classes.page} inert aria-hidden="true">
        {html === null ? <Skeleton height={320} radius={0} /> : <Page html={html} logo={logo} />}
      </div>
    </section>
  );
}

const Page = memo(function Page({ html, logo }: { html: string; logo: string | null }) {
  return (
    <div
      ref={(host) => showPage(host, withLogo(html, logo, window.location.origin))}
      className={classes.newsletter}
    />
  );
});

// A shadow root isolates the newsletter's styles from the app's. Its markup comes from our own renderer.
function showPage(host: HTMLElement | null, html: string): void {
  if (host === null) return;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const { styles, body } = fragmentOf(html);
  root.innerHTML = `<style>${styles} a { text-decoration: underline; }</style>${body}`;
  // Links keep their look, but lead nowhere.
  for (const link of root.querySelectorAll('a')) link.removeAttribute('href');
}

/** The newest rendered HTML; null before the first. If rendering fails, the previous one stays. */
function useRendered(mjml: string): string | null {
  const renderer = useDisposable(createRenderer);
  const [html, setHtml] = useState<string | null>(null);
  useEffect(() => {
    renderer.render('sample', mjml).then(
      (rendered) => rendered !== null && setHtml(rendered),
      () => undefined,
    );
  }, [renderer, mjml]);
  return html;
}
