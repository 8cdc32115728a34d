import { useEffect, useMemo, useState } from 'react';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { buildPage } from '#newsletter/render/page.ts';
import { TEMPLATES } from '#newsletter/templates/index.ts';
import { documentOf, type Template } from '#newsletter/templates/template.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import type { ChoiceCard } from '#ui/forms/choice-cards.tsx';
import { createRenderer } from '#web/newsletter-ui/renderer/renderer.ts';
import { LayoutPicture } from './layout-picture.tsx';
import { NewsletterPicture } from './newsletter-picture.tsx';
import classes from './template-cards.module.css';
import { artPath, todayIn } from './templates.ts';

/**
 * The templates as cards, each with a picture in the school's branding. `transform` changes a page's HTML before it is
 * shown.
 */
export function useTemplateCards(
  school: SchoolBranding,
  transform?: (html: string) => string,
): ChoiceCard<string>[] {
  const pages = useRenderedPages(school);
  return TEMPLATES.map((template) => {
    const page = pages.get(template.id);
    return {
      value: template.id,
      title: template.title,
      subtitle: template.subtitle,
      picture:
        page === undefined ? (
          <span className={classes.placeholder} data-picture="">
            <LayoutPicture layout={template.layout} />
          </span>
        ) : (
          <NewsletterPicture page={transform?.(page) ?? page} className={classes.picture} />
        ),
    };
  });
}

/** The pages rendered so far, by template id. Pages that fail to render are missing. */
function useRenderedPages(school: SchoolBranding): ReadonlyMap<string, string> {
  const [pages, setPages] = useState<ReadonlyMap<string, string>>(new Map());
  const [renderer] = useState(() => createRenderer());
  useEffect(() => () => renderer.dispose(), [renderer]);
  const today = useMemo(() => todayIn(undefined), []);
  useEffect(() => {
    for (const template of TEMPLATES) {
      renderer.render(template.id, mjmlOf(template, school, today)).then(
        (html) => {
          if (html === null) return;
          const page = pageOf(html, template, school, today);
          setPages((before) => new Map(before).set(template.id, page));
        },
        () => undefined,
      );
    }
  }, [renderer, school, today]);
  return pages;
}

function mjmlOf(template: Template, school: SchoolBranding, today: string): string {
  const { origin } = window.location;
  const art = (name: Parameters<typeof artPath>[0]) => origin + artPath(name);
  return compileNewsletter({
    title: template.title,
    document: documentOf(template, { today, school, art }),
    school,
    target: 'page',
    origin,
    today,
  });
}

function pageOf(html: string, template: Template, school: SchoolBranding, today: string): string {
  return buildPage({
    ...fragmentOf(html),
    title: template.title,
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
