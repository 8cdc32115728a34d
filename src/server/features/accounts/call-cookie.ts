import type { Config } from '#server/config.ts';

/** With this prefix browsers accept a cookie over https only. `__Host-` would send it with every call. */
const SECURE = '__Secure-';

interface Shape {
  readonly name: string;
  /** The path of the calls that carry it. */
  readonly path: string;
  readonly value: RegExp;
  readonly maxAgeSeconds: number;
}

/** A cookie that is sent with certain calls only and that no script can read. */
export class CallCookie {
  readonly #shape: Shape;

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /** The cookie's value in a `Cookie` header; null if it is missing or unreadable. */
  read(cookies: string | undefined): string | null {
    // Browsers may still hold it under the name without the prefix.
    return this.#find(cookies, SECURE) ?? this.#find(cookies, '');
  }

  #find(cookies: string | undefined, prefix: string): string | null {
    const { name, value } = this.#shape;
    const found = new RegExp(`(?:^|; *)${prefix}${name}=([^;]*)`).exec(cookies ?? '')?.[1] ?? '';
    return value.test(found) ? found : null;
  }

  /** The `Set-Cookie` header that stores a value. */
  header({ publicUrl }: Pick<Config, 'publicUrl'>, value: string): string {
    const { name, path, maxAgeSeconds } = this.#shape;
    const isSecure = publicUrl.startsWith('https:');
    return [
      `${isSecure ? SECURE : ''}${name}=${value}`,
      `Path=${path}`,
      `Max-Age=${maxAgeSeconds}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(isSecure ? ['Secure'] : []),
    ].join('; ');
  }
}
