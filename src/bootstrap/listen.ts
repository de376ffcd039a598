import { once } from 'node:events';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Environment } from '../config/environment';
import { StartError } from './start-error';

/**
 * Connections that the system keeps for a process that is busy; as many as it allows where that is less. Of those that
 * it can't keep clients hear nothing and try again after one, three, seven seconds: longer than any answer takes.
 */
const WAITING_CONNECTIONS = 4_096;

/** @throws StartError when the port can't be had */
export async function listen(app: NestExpressApplication, { PORT, HOST }: Environment): Promise<void> {
  try {
    const server = app.getHttpServer();
    server.listen({ port: PORT, host: HOST, backlog: WAITING_CONNECTIONS });
    await once(server, 'listening');
  } catch (error) {
    throw new StartError(sentenceOf((error as NodeJS.ErrnoException).code ?? '', PORT, HOST), {
      cause: error,
    });
  }
}

function sentenceOf(code: string, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use: stop what listens there, or say another port, as in PORT=${port + 1}.`;
    case 'EACCES':
      return `Port ${port} is not for ordinary users: say a PORT above 1023, and let a proxy listen on ${port}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} is no address of this machine: say one that is, such as 127.0.0.1, or 0.0.0.0 for all of them.`;
    default:
      return `The service can't listen on port ${port} of ${host} (${code}).`;
  }
}
