import { useEffect, useMemo, useState } from 'react';
import type { LayoutType, NewsletterDocument } from '#newsletter/document/document.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { fragmentOf } from '#newsletter/render/fragment.ts';
import { buildPage } from '#newsletter/render/page.ts';
import { TEMPLATES } from '#newsletter/templates/index.ts';
import { documentOf } from '#newsletter/templates/template.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import type { ChoiceCard } from '#ui/forms/choice-cards.tsx';
import { useDisposable } from '#ui/use-disposable.ts';
import { createRenderer } from '#web/newsletter-ui/renderer/renderer.ts';
import { LayoutPicture } from './layout-picture.tsx';
import { NewsletterPicture } from './newsletter-picture.tsx';
import classes from './template-cards.module.css';
import { artPath, todayIn } from './templates.ts';

/** A newsletter that is shown small. */
export interface PicturedNewsletter {
  readonly id: string;
  readonly title: string;
  readonly document: NewsletterDocument;
}

/**
 * The templates as cards, each with a picture in the school's branding. `transform` changes a page's HTML before it is
 * shown.
 */
export function useTemplateCards(
  school: SchoolBranding,
  transform?: (html: string) => string,
): ChoiceCard<string>[] {
  const pictured = useMemo(() => {
    const art = (name: Parameters<typeof artPath>[0]) => window.location.origin + artPath(name);
    const today = todayIn(undefined);
    return TEMPLATES.map((template) => ({
      id: template.id,
      title: template.title,
      document: documentOf(template, { today, school, art }),
    }));
  }, [school]);
  const pages = useRenderedPages(pictured, school);
  return TEMPLATES.map((template) => {
    const page = pages.get(template.id);
    return {
      value: template.id,
      title: template.title,
      subtitle: template.subtitle,
      picture: <CardPicture page={page && (transform?.(page) ?? page)} layout={template.layout} />,
    };
  });
}

/** A rendered page; until it is there, a sketch of its layout in the same size. */
export function CardPicture({ page, layout }: { page: string | undefined; layout: LayoutType }) {
  if (page !== undefined) return <NewsletterPicture page={page} className={classes.picture} />;
  return (
    <span className={classes.placeholder} data-picture="">
      <LayoutPicture layout={layout} />
    </span>
  );
}

/** The pages rendered so far, by id. Pages that fail to render are missing. */
export function useRenderedPages(
  pictured: readonly PicturedNewsletter[],
  school: SchoolBranding,
): ReadonlyMap<string, string> {
  const [pages, setPages] = useState<ReadonlyMap<string, string>>(new Map());
  const renderer = useDisposable(createRenderer);
  useEffect(() => {
    const today = todayIn(undefined);
    for (const newsletter of pictured) {
      const { id, title, document } = newsletter;
      const { origin } = window.location;
      const mjml = compileNewsletter({ title, document, school, target: 'page', origin, today });
      renderer.render(id, mjml).then(
        (html) => {
          if (html === null) return;
          const page = pageOf(html, title, school, today);
          setPages((before) => new Map(before).set(id, page));
        },
        () => undefined,
      );
    }
  }, [renderer, pictured, school]);
  return pages;
}

function pageOf(html: string, title: string, school: SchoolBranding, today: string): string {
  return buildPage({
    ...fragmentOf(html),
    title,
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
