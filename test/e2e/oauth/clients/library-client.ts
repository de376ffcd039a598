import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

export interface ClientSettings {
  readonly origin: string;
  readonly client_id: string;
  readonly client_secret?: string;
  readonly redirect_uri: string;
  readonly pkce: boolean;
  readonly byHeader: boolean;
}

/** An application in a process of its own that uses an OAuth library. */
export class LibraryClient {
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;
  private readonly reader: Interface;
  private errorOutput = '';

  constructor(library: 'openid-client' | 'simple-oauth2', settings: ClientSettings) {
    this.process = spawn(process.execPath, [join(__dirname, `${library}.mjs`)], {
      env: { PATH: process.env['PATH'], SETTINGS: JSON.stringify(settings) },
    });
    this.process.stderr.on('data', (chunk: Buffer) => (this.errorOutput += chunk.toString()));
    this.reader = createInterface({ input: this.process.stdout });
    this.lines = this.reader[Symbol.asyncIterator]();
  }

  authorizationUrl(): Promise<string> {
    return this.next();
  }

  /** Resumes after the redirect. @returns the tokens received and revoked */
  async finish(redirectUrl: string): Promise<Record<string, Record<string, unknown>>> {
    this.process.stdin.end(`${redirectUrl}\n`);
    return JSON.parse(await this.next()) as Record<string, Record<string, unknown>>;
  }

  stop(): void {
    this.reader.close();
    this.process.kill();
  }

  private async next(): Promise<string> {
    const { value, done } = await this.lines.next();
    if (done === true) throw new Error(`The application failed: ${this.errorOutput}`);
    return value;
  }
}
