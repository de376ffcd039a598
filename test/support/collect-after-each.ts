import { collectWhenGrown } from './garbage-collection';

// Without it V8 delays collection until the heap grows by half, or until external memory reaches 64 MB, and
// the size of a worker would vary by chance.
afterEach(collectWhenGrown);
