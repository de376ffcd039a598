/** Response with status and headers as a value: presenters return it and the adapter applies it. */
export class Reply<Body = unknown> {
  constructor(
    readonly status: number,
    readonly body: Body,
    readonly headers: Readonly<Record<string, string | readonly string[]>> = {},
  ) {}
}

/** Returns 201 with the URL of the new resource in `Location` (contract-assets 0.5). */
export function created<Body extends { url: string }>(body: Body): Reply<Body> {
  return new Reply(201, body, { Location: body.url });
}
