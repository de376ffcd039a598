/** Starts a progress display of `total` steps. @returns to be called after each step */
export type StartProgress = (label: string, total: number) => () => void;
