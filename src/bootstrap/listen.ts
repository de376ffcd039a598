import { once } from 'node:events';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Environment } from '../config/environment';
import { StartError } from './start-error';

/** Capped by net.core.somaxconn. Beyond it the kernel drops SYNs, and clients retry after 1, 3 and 7 seconds. */
const ACCEPT_BACKLOG = 4_096;

/** @throws StartError when the port is not available */
export async function listen(app: NestExpressApplication, { PORT, HOST }: Environment): Promise<void> {
  try {
    const server = app.getHttpServer();
    server.listen({ port: PORT, host: HOST, backlog: ACCEPT_BACKLOG });
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(listenErrorMessage((error as NodeJS.ErrnoException).code ?? '', PORT, HOST), {
      cause: error,
    });
  }
}

function listenErrorMessage(code: string, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use. Stop the process that listens there, or set another port, such as PORT=${port + 1}.`;
    case 'EACCES':
      return `Port ${port} is privileged. Set a PORT above 1023, and let a proxy listen on ${port}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is not an address of this machine. Set one that is, such as 127.0.0.1, or 0.0.0.0 for all.`;
    default:
      return `The service can't listen on port ${port} of ${host} (${code}).`;
  }
}
