import { setTimeout as pause } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { serveTasks } from '../../src/workers/pool/serve-tasks';

/** Tasks that tests run on a thread pool. */
export type TestTask =
  | { readonly kind: 'echo'; readonly value: unknown }
  | { readonly kind: 'which-thread' }
  /** Heap limit in MB. */
  | { readonly kind: 'which-heap' }
  /** Blocks the thread until the first number is not 0. */
  | { readonly kind: 'wait'; readonly gate: Int32Array }
  | { readonly kind: 'fail'; readonly message: string }
  | { readonly kind: 'never-end' }
  | { readonly kind: 'fill-heap' }
  | { readonly kind: 'fill-buffers' }
  | { readonly kind: 'endless-text' }
  | { readonly kind: 'exit' };

async function execute(task: TestTask): Promise<unknown> {
  switch (task.kind) {
    case 'echo':
      return task.value;
    case 'which-thread':
      return threadId;
    case 'which-heap':
      return getHeapStatistics().heap_size_limit / 2 ** 20;
    case 'wait':
      Atomics.wait(task.gate, 0, 0);
      return 'released';
    case 'fail':
      throw new Error(task.message);
    case 'never-end':
      for (;;);
    case 'fill-heap':
      for (let chain: object = {}; ; chain = { chain });
    case 'fill-buffers':
      // Slow enough for a sampled memory limit to notice.
      for (const buffers: Buffer[] = []; ; await pause(1)) buffers.push(Buffer.alloc(2 ** 18, 1));
    case 'endless-text':
      return 'x'.repeat(2 ** 29).repeat(4);
    case 'exit':
      process.exit(0);
  }
}

serveTasks(
  (task) => execute(task as TestTask),
  (error) => (error instanceof Error ? error.message : String(error)),
);
