import type { Config } from '#server/config.ts';

/** The prefix with which browsers take a cookie over https alone. `__Host-` would send it with every call. */
const SECURE = '__Secure-';

interface Shape {
  readonly name: string;
  /** The calls that it is sent with. */
  readonly path: string;
  readonly value: RegExp;
  readonly maxAgeSeconds: number;
}

/** A cookie that is sent with some calls alone and that no script reads. */
export class CallCookie {
  readonly #shape: Shape;

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /** Its value in a `Cookie` header; null without one, or an unreadable one. */
  read(cookies: string | undefined): string | null {
    // Browsers may still have it under the name without the prefix.
    return this.#find(cookies, SECURE) ?? this.#find(cookies, '');
  }

  #find(cookies: string | undefined, prefix: string): string | null {
    const { name, value } = this.#shape;
    const found = new RegExp(`(?:^|; *)${prefix}${name}=([^;]*)`).exec(cookies ?? '')?.[1] ?? '';
    return value.test(found) ? found : null;
  }

  /** The `Set-Cookie` header that keeps a value. */
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
