import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server';

type Answer = (path: string, response: ServerResponse) => void;

/** HTTP server on loopback that stands in for an external or a forbidden internal host. */
export class FileServer extends LoopbackServer {
  readonly hits: string[] = [];

  private constructor(private readonly answer: Answer) {
    super();
  }

  static start(answer: Answer): Promise<FileServer> {
    return new FileServer(answer).listen();
  }

  protected handle({ url: path = '' }: IncomingMessage, response: ServerResponse): void {
    this.hits.push(path);
    this.answer(path, response);
  }
}
