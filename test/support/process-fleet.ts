import type { Environment } from '../../src/config/environment';
import { API_PROCESSES, JOB_PROCESSES } from './process-fleet-setting';
import { RoundRobinProxy } from './round-robin-proxy';
import { ServiceProcess } from './service-process';
import { freePort } from './standalone-service';

/** Connections of one process: all share the server of the tests. */
const DATABASE_POOL = '2';

/** Processes on one database behind a proxy that sends each request to the next. */
export class ProcessFleet {
  private constructor(
    private readonly services: readonly ServiceProcess[],
    private readonly proxy: RoundRobinProxy,
  ) {}

  static async start(
    environment: Partial<Record<keyof Environment, string>>,
    { workers }: { workers: boolean },
  ): Promise<ProcessFleet> {
    const roles = [
      ...Array.from({ length: API_PROCESSES }, () => 'api'),
      ...Array.from({ length: workers ? JOB_PROCESSES : 0 }, () => 'worker'),
    ];
    const services = await Promise.all(
      roles.map(async (ROLE) => {
        const PORT = environment.PUBLIC_URL === undefined ? '0' : String(await freePort());
        return ServiceProcess.start({ ...environment, ROLE, PORT, DATABASE_POOL });
      }),
    );
    const origins = services.slice(0, API_PROCESSES).map(({ origin }) => origin);
    return new ProcessFleet(services, await RoundRobinProxy.start(origins));
  }

  get port(): number {
    return this.proxy.port;
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    await Promise.all(this.services.map((service) => service.kill()));
  }
}
