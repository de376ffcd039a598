/** HTTP client of a running service. */
export class ServiceClient {
  constructor(
    readonly url: string,
    readonly username: string,
    private readonly authorization: string,
  ) {}

  static withPassword(url: string, username: string, password: string): ServiceClient {
    return new ServiceClient(
      url,
      username,
      `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    );
  }

  withToken(token: string): ServiceClient {
    return new ServiceClient(this.url, this.username, `Token ${token}`);
  }

  async json<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await this.send(method, path, {
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return (await response.json()) as Body;
  }

  async form<Body>(path: string, form: FormData): Promise<Body> {
    return (await (await this.send('POST', path, { body: form })).json()) as Body;
  }

  /** @returns the status, 201 or 202 */
  async submit(path: string, form: FormData): Promise<number> {
    return (await this.send('POST', path, { body: form })).status;
  }

  private async send(method: string, path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${this.url}${path}`, {
      ...init,
      method,
      headers: { ...(init.headers as Record<string, string>), authorization: this.authorization },
    }).catch((error: unknown) => {
      const reason =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new Error(
        `No service responds at ${this.url} (${reason}). Start one with npm start, or specify --url URL.`,
      );
    });
    if (!response.ok) {
      const text = await response.text();
      throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 500)}`);
    }
    return response;
  }
}
