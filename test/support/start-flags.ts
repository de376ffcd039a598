/** What `npm start` gives Node. */
export const START_FLAGS: readonly string[] = ['--enable-source-maps', '--max-semi-space-size=4'];
