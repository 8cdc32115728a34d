import { IconPlus } from '@tabler/icons-react';
import { productName } from '#web/words/product.ts';
import classes from './questions.module.css';

function questions(name: string) {
  return [
    {
      ask: 'Do parents need an account or an app?',
      answer: 'No. A newsletter is an ordinary web page with its own link. It opens on any phone.',
    },
    {
      ask: 'Can we use our own logo and colours?',
      answer:
        'Yes. You set them once; every newsletter has them. Where a colour would be hard to read, we darken it as far as needed.',
    },
    {
      ask: 'What happens when the three months are over?',
      answer: `You choose a plan, or you don’t. What you have published stays readable; to publish more, the school needs a plan. We ask for no payment details before that.`,
    },
    {
      ask: 'Can it be used beside our school communication app?',
      answer: `Yes. ${name} makes the newsletter and gives you its link; share that wherever your families already look.`,
    },
    {
      ask: 'Is it accessible? We are bound by the regulations.',
      answer:
        'Published newsletters are made to WCAG 2.2 AA: colours with enough contrast, real headings, a language. Before you publish, you are told what only you can mend, such as a picture without a description.',
    },
    {
      ask: 'Can we take everything with us if we leave?',
      answer:
        'Yes. The owner can download all newsletters, files and people as one file, and everything is deleted within 30 days after the end.',
    },
    {
      ask: 'How does the plan renew?',
      answer: 'Once a year, by itself, until you end the renewal in the settings.',
    },
  ];
}

/** Frequently asked questions. */
export function Questions() {
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>Questions that schools ask</h2>
      <div>
        {questions(productName()).map(({ ask, answer }, index) => (
          <details key={ask} className={classes.question} open={index === 0}>
            <summary>
              {ask}
              <IconPlus size={20} stroke={1.75} aria-hidden="true" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
