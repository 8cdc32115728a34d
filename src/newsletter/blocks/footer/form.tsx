import classes from '#newsletter/fields/forms.module.css';
import { WrittenOnPage } from '#newsletter/fields/written-on-page.tsx';

export function FooterForm() {
  return (
    <>
      <WrittenOnPage />
      <p className={classes.hint}>Your school’s name, email, phone and website stand above them.</p>
    </>
  );
}
