/**
 * An answer whose status depends on what happened (201 or 202), as a value. Presenters return it and one interceptor
 * applies it, so that controllers hold no `if`.
 */
export class Reply<Body = unknown> {
  constructor(
    readonly status: number,
    readonly body: Body,
    readonly headers: Readonly<Record<string, string | readonly string[]>> = {},
  ) {}
}
