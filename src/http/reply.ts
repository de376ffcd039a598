/**
 * An answer whose status depends on what happened (201 or 202), as a value. Presenters return it and the adapter
 * applies it, so that controllers hold no `if`.
 */
export class Reply<Body = unknown> {
  constructor(
    readonly status: number,
    readonly body: Body,
    readonly headers: Readonly<Record<string, string | readonly string[]>> = {},
  ) {}
}

/** 201 with the address of what was made (contract-assets 0.5). */
export function created<Body extends { url: string }>(body: Body): Reply<Body> {
  return new Reply(201, body, { Location: body.url });
}
