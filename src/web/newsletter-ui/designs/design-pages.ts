import { createStore, type StoreApi } from 'zustand/vanilla';
import { DESIGN_IDS, type DesignId } from '#newsletter/designs/index.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { type Fragment, fragmentOf } from '#newsletter/render/fragment.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { createRenderer, type Renderer } from '#web/newsletter-ui/renderer/renderer.ts';

/** The newsletter that each design shows. */
interface DesignSample {
  readonly title: string;
  readonly document: NewsletterDocument;
  readonly school: SchoolBranding;
  /** The day in the masthead if the newsletter has none of its own, `YYYY-MM-DD`. */
  readonly today: string;
  /** Changes the HTML before it is shown, as for a logo that is not uploaded yet. */
  readonly transform?: (html: string) => string;
}

/** One newsletter in all designs. */
export interface DesignPages {
  readonly pages: StoreApi<ReadonlyMap<DesignId, Fragment>>;
  /** Renders all designs. A newer call discards this one's results; a design that fails keeps its last picture. */
  show(sample: DesignSample): void;
  dispose(): void;
}

/** The rows of the columns that are rendered: more than a small picture can show. */
const ROWS_SHOWN = 8;

/** Renders in a worker of its own, which starts with the first newsletter: the canvas never waits for it. */
export function createDesignPages(renderer: Renderer = createRenderer()): DesignPages {
  const pages = createStore<ReadonlyMap<DesignId, Fragment>>(() => new Map());

  async function draw(design: DesignId, { document, transform, ...sample }: DesignSample): Promise<void> {
    const columns = document.columns.map((column) => column.slice(0, ROWS_SHOWN));
    const { compileNewsletter } = await import('#newsletter/render/compile-newsletter.ts');
    const mjml = compileNewsletter({
      ...sample,
      document: { ...document, columns, design },
      target: 'page',
      origin: window.location.origin,
    });
    const html = await renderer.render(design, mjml);
    if (html === null) return;
    const mirrored = mirrorIfRightToLeft(html, sample.school.language);
    const fragment = fragmentOf(transform?.(mirrored) ?? mirrored);
    pages.setState((before) => new Map(before).set(design, fragment), true);
  }
  return {
    pages,
    show(sample) {
      for (const design of DESIGN_IDS) draw(design, sample).catch(() => undefined);
    },
    dispose: () => renderer.dispose(),
  };
}
