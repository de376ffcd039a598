/**
 * TEST_RETRIES runs a failed test again, so that a busy machine does not refuse a change; `.ci/run` allows one more run and
 * lists the tests that needed it.
 */
const retries = Number(process.env['TEST_RETRIES'] ?? 0);
if (retries > 0) jest.retryTimes(retries, { logErrorsBeforeRetry: true, retryImmediately: true });
