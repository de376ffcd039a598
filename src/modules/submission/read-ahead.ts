/** The same items, each asked for while the one before it is worked on, where that one says that it comes soon. */
export async function* readAhead<Item extends { readonly isNextNear: boolean }>(
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const step = await next;
      if (step.done === true) return;
      const { value } = step;
      if (value.isNextNear) {
        next = iterator.next();
        // Who goes away meanwhile hears nothing of it any more.
        next.catch(() => undefined);
      }
      yield value;
      if (!value.isNextNear) next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}
