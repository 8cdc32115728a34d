import classes from './forms.module.css';

/** The form of a block that has nothing but words, which are typed on the canvas. */
export function WrittenOnPage() {
  return <p className={classes.hint}>Type the words on the page, where they stand.</p>;
}
