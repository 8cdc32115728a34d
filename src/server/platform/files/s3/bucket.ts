import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Config } from '#server/config.ts';
import { type FilesPlace, INSTALLATION_ID } from '#server/platform/files/files.ts';
import { isMissingObject, isNotOffered, namedStoreError } from './store-errors.ts';

/** The time limits of calls to a store, in milliseconds. */
export interface StoreLimits {
  readonly connectMs: number;
  /** Until the store begins to answer. */
  readonly readMs: number;
  /** Until the store has taken a part of a file. */
  readonly writeMs: number;
  /** Between two pieces of a file, as long as we want more. */
  readonly pauseMs: number;
  /** The most attempts of a call, including the first. */
  readonly attempts: number;
}

export const STORE_LIMITS: StoreLimits = {
  connectMs: 3000,
  readMs: 5000,
  // A proxy in front of us gives up after a minute.
  writeMs: 20_000,
  pauseMs: 15_000,
  // Each attempt may take the whole limit, so that a caller is answered within some ten seconds.
  attempts: 2,
};
/** For backups, which nobody waits for: they wait about a minute if a store asks to slow down. */
export const PATIENT: StoreLimits = { ...STORE_LIMITS, readMs: 30_000, writeMs: 120_000, attempts: 9 };
/** A file on its way to a slow phone keeps its connection, so more are needed than for the calls of one moment. */
const CONNECTIONS_MAX = 500;

/** An object in a listing. */
export interface ListedName {
  readonly name: string;
  readonly storedAt: Date;
}

/** A complete object in a listing. */
export interface ListedObject extends ListedName {
  readonly size: number;
}

/** A part of an upload that the store has already got. */
export interface StoredPart {
  readonly PartNumber: number;
  readonly ETag: string | undefined;
}

/**
 * The calls to one bucket. They throw `FileStoreUnavailable` and `DiskFull`; missing objects are null.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export class Bucket {
  readonly name: string;
  readonly endpoint: string;
  readonly limits: StoreLimits;
  readonly #client: S3Client;
  readonly #style: S3Config['style'];

  constructor(config: S3Config, limits: StoreLimits = STORE_LIMITS) {
    this.name = config.bucket;
    this.endpoint = config.endpoint;
    this.limits = limits;
    this.#style = config.style;
    this.#client = new S3Client({
      endpoint: config.endpoint,
      region: config.region,
      credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      forcePathStyle: config.style === 'path',
      maxAttempts: limits.attempts,
      // Checksums are newer than many stores. Each part is still signed with its SHA-256, which every store compares.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: limits.connectMs,
        requestTimeout: limits.readMs,
        throwOnRequestTimeout: true,
        // A reader who pauses a film leaves the connection idle; stalls are detected where the stream is read.
        socketTimeout: 0,
        httpAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
        httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
      },
    });
  }

  /** The size of an object in bytes. */
  async size(name: string): Promise<number | null> {
    const found = await this.#find(this.#client.send(new HeadObjectCommand(this.#at(name))));
    return found === null ? null : (found.ContentLength ?? 0);
  }

  /** The bytes from `start` to `end` (both included), or all of them, with their number. */
  async read(
    name: string,
    range?: { readonly start: number; readonly end: number },
    abortSignal?: AbortSignal,
  ): Promise<{ readonly length: number; readonly body: AsyncIterable<Uint8Array> } | null> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await this.#find(
      this.#client.send(
        new GetObjectCommand({ ...this.#at(name), Range }),
        abortSignal === undefined ? {} : { abortSignal },
      ),
    );
    if (found === null) return null;
    return { length: found.ContentLength ?? 0, body: bytesOf(found.Body) };
  }

  async put(name: string, contentType: string, bytes: Buffer): Promise<void> {
    await this.#write((options) =>
      this.#client.send(
        new PutObjectCommand({ ...this.#at(name), ContentType: contentType, Body: bytes }),
        options,
      ),
    );
  }

  /** Begins an upload in parts, and resolves to its id. */
  async beginUpload(name: string, contentType: string): Promise<string> {
    const { UploadId } = await this.#write((options) =>
      this.#client.send(
        new CreateMultipartUploadCommand({ ...this.#at(name), ContentType: contentType }),
        options,
      ),
    );
    return UploadId ?? '';
  }

  async putPart(name: string, uploadId: string, number: number, bytes: Buffer): Promise<StoredPart> {
    const upload = { ...this.#at(name), UploadId: uploadId, PartNumber: number, Body: bytes };
    const { ETag } = await this.#write((options) =>
      this.#client.send(new UploadPartCommand(upload), options),
    );
    return { PartNumber: number, ETag };
  }

  async completeUpload(name: string, uploadId: string, parts: readonly StoredPart[]): Promise<void> {
    const upload = { ...this.#at(name), UploadId: uploadId, MultipartUpload: { Parts: [...parts] } };
    await this.#write((options) => this.#client.send(new CompleteMultipartUploadCommand(upload), options));
  }

  /** Removes the parts of an upload. A store that cannot do this removes them by its own rules. */
  async abortUpload(name: string, uploadId: string): Promise<void> {
    await this.#write((options) =>
      this.#client
        .send(new AbortMultipartUploadCommand({ ...this.#at(name), UploadId: uploadId }), options)
        .catch((error: unknown) => {
          if (!isMissingObject(error) && !isNotOffered(error)) throw error;
        }),
    );
  }

  async copy(from: string, to: string): Promise<void> {
    const CopySource = `${this.name}/${from}`;
    await this.#write((options) =>
      this.#client.send(new CopyObjectCommand({ ...this.#at(to), CopySource }), options),
    );
  }

  async remove(name: string): Promise<void> {
    await this.#find(this.#client.send(new DeleteObjectCommand(this.#at(name))));
  }

  /** The objects whose names begin with `prefix`; with `isShallow`, those without a further slash. */
  async *list(prefix: string, { isShallow = false } = {}): AsyncGenerator<ListedObject> {
    for await (const page of this.#pages(prefix, isShallow))
      for (const { Key, LastModified, Size } of page.Contents ?? [])
        if (Key !== undefined) yield { name: Key, storedAt: LastModified ?? new Date(0), size: Size ?? 0 };
  }

  /** The folders below `prefix`: the names up to and including the next slash. */
  async folders(prefix: string): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const page of this.#pages(prefix, true))
      for (const { Prefix } of page.CommonPrefixes ?? []) if (Prefix !== undefined) found.push(Prefix);
    return found;
  }

  /** The uploads in parts that were neither completed nor aborted. None if the store does not list them. */
  async *uploads(prefix = ''): AsyncGenerator<ListedName & { readonly id: string }> {
    let after: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | null = {};
    while (after !== null) {
      const page: ListMultipartUploadsCommandOutput | null = await this.#offered(
        this.#client.send(new ListMultipartUploadsCommand({ Bucket: this.name, Prefix: prefix, ...after })),
      );
      for (const { Key, UploadId, Initiated } of page?.Uploads ?? [])
        if (Key !== undefined && UploadId !== undefined)
          yield { name: Key, id: UploadId, storedAt: Initiated ?? new Date(0) };
      after = markersAfter(page);
    }
  }

  /** Whether deleted and replaced objects stay as older versions. */
  async keepsVersions(): Promise<boolean> {
    const found = await this.#offered(
      this.#client.send(new GetBucketVersioningCommand({ Bucket: this.name })),
    );
    return found?.Status === 'Enabled';
  }

  /** The addresses at which anybody could read a public bucket: its list, and an object that every bucket of ours has. */
  addresses(): readonly string[] {
    const url = new URL(this.endpoint);
    if (this.#style === 'host') url.hostname = `${this.name}.${url.hostname}`;
    else url.pathname = `${url.pathname.replace(/\/$/, '')}/${this.name}`;
    const base = url.href.replace(/\/$/, '');
    return [`${base}/?list-type=2&max-keys=1`, `${base}/${INSTALLATION_ID}`];
  }

  /** Throws if the bucket cannot be used. */
  async check(): Promise<void> {
    await this.#named(
      this.#client.send(new ListObjectsV2Command({ Bucket: this.name, Prefix: INSTALLATION_ID })),
    );
  }

  close(): void {
    this.#client.destroy();
  }

  #at(name: string) {
    return { Bucket: this.name, Key: name };
  }

  async *#pages(prefix: string, isShallow: boolean) {
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const page = await this.#named(
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.name,
            Prefix: prefix,
            ...(isShallow && { Delimiter: '/' }),
            ContinuationToken: token,
          }),
        ),
      );
      yield page;
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    }
  }

  async #write<T>(send: (options: { readonly requestTimeout: number }) => Promise<T>): Promise<T> {
    return await this.#named(send({ requestTimeout: this.limits.writeMs }));
  }

  async #find<T>(sent: Promise<T>): Promise<T | null> {
    return await this.#named(
      sent.catch((error: unknown) => {
        if (isMissingObject(error)) return null;
        throw error;
      }),
    );
  }

  // Some keys have no access to a bucket's settings.
  async #offered<T>(sent: Promise<T>): Promise<T | null> {
    return await this.#named(
      sent.catch((error: unknown) => {
        if (isNotOffered(error)) return null;
        throw error;
      }),
    );
  }

  async #named<T>(sent: Promise<T>): Promise<T> {
    return await sent.catch((error: unknown) => {
      throw namedStoreError(error, { endpoint: this.endpoint, bucket: this.name });
    });
  }
}

/** A bucket, as operators read of it. */
export function placeOf({ name, endpoint }: Bucket): FilesPlace {
  const place = `the bucket ${name} at ${endpoint}`;
  return {
    name: place,
    kind: 'bucket',
    variable: 'S3_BUCKET',
    installationId: `the object ${INSTALLATION_ID} of ${place}`,
  };
}

/** Where the next page of uploads begins; null after the last. */
function markersAfter(page: ListMultipartUploadsCommandOutput | null) {
  if (page?.IsTruncated !== true || page.NextKeyMarker === undefined) return null;
  const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
  return { KeyMarker, ...(UploadIdMarker !== undefined && { UploadIdMarker }) };
}

function bytesOf(body: unknown): AsyncIterable<Uint8Array> {
  if (isIterable(body)) return body;
  throw new TypeError('The body of an object is no stream');
}

function isIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
