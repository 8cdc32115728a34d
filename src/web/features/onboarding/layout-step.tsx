import { useId, useMemo } from 'react';
import { LAYOUT_TYPES } from '#newsletter/document/document.ts';
import { TEMPLATE_IDS } from '#newsletter/templates/index.ts';
import { ChoiceCards } from '#ui/forms/choice-cards.tsx';
import { withLogo } from '#web/newsletter-ui/branding/sample.ts';
import { useLogo } from '#web/newsletter-ui/branding/use-logo.ts';
import { LAYOUT_CHOICES, layoutCards } from '#web/newsletter-ui/layout-cards.tsx';
import { useTemplateCards } from '#web/newsletter-ui/template-cards.tsx';
import type { Answers } from './answers.ts';
import classes from './logo-step.module.css';
import { schoolOf } from './preview.ts';

/** The choice of a layout, or of a template shown in the school's branding. */
export function LayoutStep({
  answers,
  onChange,
}: {
  answers: Answers;
  onChange: (change: Partial<Answers>) => void;
}) {
  const name = useId();
  const logo = useLogo(answers.logo);
  const hasLogo = logo !== null;
  const school = useMemo(() => schoolOf(answers, hasLogo), [answers, hasLogo]);
  const templates = useTemplateCards(school, (html) => withLogo(html, logo, window.location.origin));
  const choose = (id: string) => {
    const layout = [...LAYOUT_TYPES, ...TEMPLATE_IDS].find((start) => start === id);
    if (layout !== undefined) onChange({ layout });
  };
  return (
    <div className={classes.fields}>
      <ChoiceCards
        name={name}
        legend="Ready-made newsletters"
        cards={templates}
        value={answers.layout}
        onChange={choose}
      />
      <ChoiceCards
        name={name}
        legend="Or an empty layout"
        cards={layoutCards(LAYOUT_CHOICES, school.language)}
        value={answers.layout}
        onChange={choose}
      />
    </div>
  );
}
