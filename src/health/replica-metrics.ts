import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replicas } from '../database/replica/replicas';

/** Measures lags when the metrics are read, and counts the reads that replicas and the primary served. */
export function registerReplicaMetrics(registry: Registry, replicas: Replicas): void {
  if (!replicas.areConfigured) return;
  new Gauge({
    name: 'database_replica_lag_bytes',
    help: 'Bytes of the write-ahead log that the replica has not replayed; none if it does not respond.',
    labelNames: ['replica'],
    registers: [registry],
    async collect() {
      this.reset();
      // Without the primary there is nothing to compare with.
      for (const { name, bytes } of await replicas.lags().catch(() => [])) {
        if (bytes !== undefined) this.set({ replica: name }, bytes);
      }
    },
  });
  new Counter({
    name: 'database_replica_reads_total',
    help: 'Reads for replicas by the server that served them; failed: begun by a replica and ended by the primary.',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [server, reads] of Object.entries(replicas.served)) this.inc({ server }, reads);
    },
  });
}
