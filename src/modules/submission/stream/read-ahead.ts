/** Prefetches the next item while the consumer processes the current one, if that item is cheap to read. */
export async function* readAhead<Item extends { readonly isNextCheap: boolean }>(
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const step = await next;
      if (step.done === true) return;
      const { value } = step;
      if (value.isNextCheap) {
        next = iterator.next();
        // A consumer that stops early never awaits this; avoid an unhandled rejection.
        next.catch(() => undefined);
      }
      yield value;
      if (!value.isNextCheap) next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}
