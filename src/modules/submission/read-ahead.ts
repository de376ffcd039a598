/** The same items, each asked for while the one before it is worked on. */
export async function* readAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const step = await next;
      if (step.done === true) return;
      next = iterator.next();
      // Who goes away meanwhile hears nothing of it any more.
      next.catch(() => undefined);
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}
