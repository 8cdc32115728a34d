import { useEffect, useMemo, useState } from 'react';
import { compileNewsletter, fragmentOf } from '#newsletter/render/compile.ts';
import { buildPage } from '#newsletter/render/page.ts';
import { READY_MADE } from '#newsletter/templates/index.ts';
import { documentOf, type ReadyMade } from '#newsletter/templates/template.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import type { ChoiceCard } from '#ui/forms/choice-cards.tsx';
import { createRenderer } from '#web/newsletter-ui/renderer/renderer.ts';
import { LayoutPicture } from './layout-picture.tsx';
import { NewsletterPicture } from './newsletter-picture.tsx';
import classes from './template-cards.module.css';
import { artPath, todayIn } from './templates.ts';

/**
 * The ready-made newsletters as cards, each with a picture of itself in the school's branding. `dress` changes the page
 * before it is shown.
 */
export function useReadyMadeCards(
  school: SchoolBranding,
  dress?: (html: string) => string,
): ChoiceCard<string>[] {
  const pages = useDrawn(school);
  return READY_MADE.map((made) => {
    const page = pages.get(made.id);
    return {
      value: made.id,
      title: made.title,
      subtitle: made.subtitle,
      picture:
        page === undefined ? (
          <LayoutPicture layout={made.layout} />
        ) : (
          <NewsletterPicture page={dress?.(page) ?? page} className={classes.picture} />
        ),
    };
  });
}

/** The pages that are drawn so far, by id. What cannot be drawn is not there. */
function useDrawn(school: SchoolBranding): ReadonlyMap<string, string> {
  const [pages, setPages] = useState<ReadonlyMap<string, string>>(new Map());
  const [renderer] = useState(() => createRenderer());
  useEffect(() => () => renderer.dispose(), [renderer]);
  const today = useMemo(() => todayIn(undefined), []);
  useEffect(() => {
    for (const made of READY_MADE) {
      renderer.render(made.id, compiled(made, school, today)).then(
        (html) => {
          if (html === null) return;
          const page = pageOf(html, made, school, today);
          setPages((before) => new Map(before).set(made.id, page));
        },
        () => undefined,
      );
    }
  }, [renderer, school, today]);
  return pages;
}

function compiled(made: ReadyMade, school: SchoolBranding, today: string): string {
  const { origin } = window.location;
  const art = (name: Parameters<typeof artPath>[0]) => origin + artPath(name);
  return compileNewsletter({
    title: made.title,
    document: documentOf(made, { today, school, art }),
    school,
    target: 'page',
    origin,
  });
}

function pageOf(html: string, made: ReadyMade, school: SchoolBranding, today: string): string {
  return buildPage({
    ...fragmentOf(html),
    title: made.title,
    description: '',
    image: null,
    school,
    language: school.language,
    publishedOn: today,
    url: '',
    productName: '',
    productUrl: '',
  });
}
