import { DiskFull } from '#server/platform/db/errors.ts';
import { FileStoreUnavailable } from '#server/platform/files/store-unavailable.ts';

/** The meaning of S3 stores' answers. Their codes are those of AWS, or the store's own. */

/** The store and its bucket, for messages to the operator. */
export interface NamedStore {
  readonly endpoint: string;
  readonly bucket: string;
}

/** Codes for a full store: from AWS's own interface, Ceph, MinIO, Garage, and stores that do not name themselves. */
const FULL = new Set([
  'QuotaExceeded',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'InsufficientStorage',
  'StorageFull',
  'EntityTooLarge',
]);
const FULL_STATUS = new Set([413, 507]);
const WRONG_KEYS = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'Forbidden',
  'AllAccessDisabled',
  'AccountProblem',
]);
const WRONG_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);
const CLOCKS = 'RequestTimeTooSkewed';
const NO_BUCKET = 'NoSuchBucket';
const MISSING = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload']);
const NOT_OFFERED = new Set(['NotImplemented', 'MethodNotAllowed']);
const NOT_OFFERED_STATUS = new Set([405, 501]);

/** Whether the store has no such object, or no such upload. */
export function isMissingObject(error: unknown): boolean {
  const code = codeOf(error);
  return MISSING.has(code) || (statusOf(error) === 404 && code !== NO_BUCKET);
}

/** Whether the store does not support this call at all. */
export function isNotOffered(error: unknown): boolean {
  return NOT_OFFERED.has(codeOf(error)) || NOT_OFFERED_STATUS.has(statusOf(error) ?? 0);
}

/** Turns the error of a call into `DiskFull` or `FileStoreUnavailable`. Returns other errors unchanged. */
export function namedStoreError(error: unknown, store: NamedStore): unknown {
  if (error instanceof FileStoreUnavailable || error instanceof DiskFull) return error;
  const code = codeOf(error);
  const status = statusOf(error);
  if (FULL.has(code) || FULL_STATUS.has(status ?? 0)) return new DiskFull();
  const about = aboutStore(code, status, store);
  return about === null ? error : new FileStoreUnavailable(about, { cause: error });
}

function aboutStore(code: string, status: number | undefined, { endpoint, bucket }: NamedStore) {
  const store = `The file store at ${endpoint}`;
  if (code === NO_BUCKET)
    return `${store} has no bucket ${bucket}: make it, or set S3_BUCKET to one that is there.`;
  if (code === CLOCKS) return `${store} has another time than this machine: set both clocks.`;
  if (WRONG_REGION.has(code) || status === 301)
    return `${store} keeps the bucket ${bucket} in another region: set S3_REGION to it.`;
  if (WRONG_KEYS.has(code) || status === 401 || status === 403)
    return `${store} refuses us (${code}): set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to keys that may list, read, write and delete in the bucket ${bucket}.`;
  if (status !== undefined && status < 500 && status !== 429 && status !== 408)
    return `${store} gives no answer of an S3 store (${code}, ${status}). Is S3_ENDPOINT right?`;
  if (status !== undefined) return `${store} cannot serve us just now (${code}, ${status}).`;
  return NETWORK.test(code)
    ? `${store} does not answer (${code}). Is S3_ENDPOINT right, and is the store running?`
    : null;
}

const NETWORK =
  /^(?:E[A-Z_]+|[A-Z]+_[A-Z_]+|TimeoutError|RequestTimeout|NetworkingError|AbortError|SyntaxError)$/;

// AWS's own name first: only errors that never reached the store have the code of a socket.
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code: unknown = Reflect.get(error, 'code');
  const name = error.name === 'Error' && typeof code === 'string' ? code : error.name;
  return /^\d+$/.test(name) ? 'no reason given' : name;
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const metadata: unknown = Reflect.get(error, '$metadata');
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const status: unknown = Reflect.get(metadata, 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}
