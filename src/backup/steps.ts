/** Told how many steps there will be of something; what it gives is called after each. */
export type Steps = (what: string, total: number) => () => void;
