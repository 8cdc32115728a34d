import type { PGlite } from '@electric-sql/pglite';
import type { Engine, Exit } from './engine.ts';
import { PreparedStatements } from './prepared.ts';
import { outcomeOf, PanicDetector } from './wire.ts';

// The status with which PGlite leaves a failed statement. Any other exception is a crash of the engine.
const STATEMENT_FAILED = 100;

/** The engine in this thread. */
export class PgliteEngine implements Engine {
  readonly #pglite: PGlite;
  readonly #exit: Exit;
  readonly #statements = new PreparedStatements();

  constructor(pglite: PGlite, exit: Exit) {
    this.#pglite = pglite;
    this.#exit = exit;
    this.#exitOnTrap();
  }

  async run(messages: Uint8Array): Promise<Buffer> {
    const rewritten = this.#statements.rewrite(messages);
    const begun = performance.now();
    const answer = await this.#execute(rewritten);
    this.#statements.learn({ isFailure: outcomeOf(answer).isFailure, took: performance.now() - begun });
    return answer;
  }

  async #execute(messages: Uint8Array): Promise<Buffer> {
    const answer: Buffer[] = [];
    const panic = new PanicDetector();
    const onRawData = (bytes: Uint8Array) => {
      // The bytes are a view into memory that the next statement overwrites.
      const copy = Buffer.from(bytes);
      answer.push(copy);
      const reason = panic.read(copy);
      // After a panic PGlite would loop for ever without answering.
      if (reason !== null) this.#exit(reason);
    };
    await this.#pglite.execProtocolRawStream(messages, { onRawData, syncToFs: false });
    return Buffer.concat(answer);
  }

  async close(): Promise<void> {
    await this.#pglite.close();
  }

  #exitOnTrap(): void {
    const module = this.#pglite.Module;
    const step = module._PostgresMainLoopOnce;
    module._PostgresMainLoopOnce = () => {
      try {
        step();
      } catch (error) {
        if (!isStatementFailure(error)) this.#exit(String(error));
        throw error;
      }
    };
  }
}

// Emscripten throws a plain object, not an Error.
function isStatementFailure(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'status' in error && error.status === STATEMENT_FAILED
  );
}
