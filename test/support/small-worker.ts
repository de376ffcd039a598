import { collectWhenGrown } from './garbage';

// V8 collects once there is half as much again as is in use, and bytes outside its heap once they are 64 MB: what several
// tests have let go of would lie there together, and how large a worker gets would be chance.
afterEach(collectWhenGrown);
