/** The file store is unreachable, or refuses to serve. Answered with 503. The message is a sentence for the operator. */
export class FileStoreUnavailable extends Error {
  override readonly name = 'FileStoreUnavailable';
}
