/** API processes that serve the requests of a test, beside two workers; 0: the process of the test serves them. */
export const API_PROCESSES = Number(process.env['TEST_PROCESSES'] ?? 0);
export const hasFleet = API_PROCESSES > 0;
/** Processes that run jobs. */
export const JOB_PROCESSES = hasFleet ? 2 : 1;
