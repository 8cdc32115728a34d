import { WrittenOnPage } from '#newsletter/fields/written-on-page.tsx';

export function FooterForm() {
  return (
    <>
      <WrittenOnPage />
      <p>Your school’s name, email, phone and website stand above them.</p>
    </>
  );
}
