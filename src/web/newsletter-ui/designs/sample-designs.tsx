import { useEffect, useState } from 'react';
import type { DesignId } from '#newsletter/designs/index.ts';
import { useDisposable } from '#ui/use-disposable.ts';
import { type ChosenLogo, logoAspect } from '#web/newsletter-ui/branding/chosen-logo.ts';
import { LOGO_PATH, type Sample, withLogo } from '#web/newsletter-ui/branding/sample.ts';
import { useLogo } from '#web/newsletter-ui/branding/use-logo.ts';
import { todayIn } from '#web/newsletter-ui/templates.ts';
import { DesignCards } from './design-cards.tsx';
import { createDesignPages } from './design-pages.ts';
import classes from './sample-designs.module.css';

/** The choice of a school's design, each shown with a sample newsletter. `chosen`: a logo that is not uploaded yet. */
export function SampleDesigns({
  sample,
  chosen,
  value,
  onChange,
}: {
  sample: Sample;
  chosen: ChosenLogo | null;
  value: DesignId;
  onChange: (design: DesignId) => void;
}) {
  const pages = useDisposable(createDesignPages);
  const logo = useLogo(chosen);
  // Callers make a new sample at each render; only a different one is drawn again.
  const [shown, setShown] = useState(sample);
  if (keyOf(shown) !== keyOf(sample)) setShown(sample);
  const aspect = chosen && logoAspect(chosen);
  useEffect(() => {
    const { origin } = window.location;
    const isNew = logo !== null && aspect !== null;
    pages.show({
      ...shown,
      school: isNew ? { ...shown.school, logo: LOGO_PATH, logo_aspect: aspect } : shown.school,
      today: todayIn(undefined),
      transform: (html) => withLogo(html, logo, origin),
    });
  }, [pages, shown, logo, aspect]);
  return (
    <div>
      <p className={classes.label}>Design</p>
      <DesignCards label="Design" pages={pages} school={sample.school} value={value} onChange={onChange} />
    </div>
  );
}

function keyOf({ title, document, school }: Sample): string {
  return JSON.stringify([title, document.layout, { ...school, design: null }]);
}
