import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** What the application is set up with. */
export interface ClientSettings {
  readonly origin: string;
  readonly client_id: string;
  readonly client_secret?: string;
  readonly redirect_uri: string;
  readonly pkce: boolean;
  readonly byHeader: boolean;
}

/** An application in a process of its own, which talks to the service by a library that knows nothing of it. */
export class LibraryClient {
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;
  private readonly reader: Interface;
  private complaint = '';

  constructor(library: 'openid-client' | 'simple-oauth2', settings: ClientSettings) {
    this.process = spawn(process.execPath, [join(__dirname, `${library}.mjs`)], {
      env: { PATH: process.env['PATH'], SETTINGS: JSON.stringify(settings) },
    });
    this.process.stderr.on('data', (chunk: Buffer) => (this.complaint += chunk.toString()));
    this.reader = createInterface({ input: this.process.stdout });
    this.lines = this.reader[Symbol.asyncIterator]();
  }

  /** Where the application sends the person. */
  authorizationUrl(): Promise<string> {
    return this.next();
  }

  /** The person came back; the application goes on from there. @returns what it got, and has revoked meanwhile */
  async finish(cameBackTo: string): Promise<Record<string, Record<string, unknown>>> {
    this.process.stdin.end(`${cameBackTo}\n`);
    return JSON.parse(await this.next()) as Record<string, Record<string, unknown>>;
  }

  stop(): void {
    this.reader.close();
    this.process.kill();
  }

  private async next(): Promise<string> {
    const { value, done } = await this.lines.next();
    if (done === true) throw new Error(`The application failed: ${this.complaint}`);
    return value;
  }
}
