/** Why a file cannot be used; its message is a sentence for the person. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}
