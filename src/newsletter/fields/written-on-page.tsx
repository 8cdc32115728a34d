/** The form of a block whose only content is text, which is typed on the canvas. */
export function WrittenOnPage() {
  return <p>Type the words on the page, where they stand.</p>;
}
