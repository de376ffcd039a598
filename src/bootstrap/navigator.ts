/** As in Node 21 and later. Without it pg touches `Response`, which loads all of fetch (decision 130). */
if (!('navigator' in globalThis)) {
  const [major] = process.versions.node.split('.');
  Object.assign(globalThis, { navigator: { userAgent: `Node.js/${major}` } });
}
