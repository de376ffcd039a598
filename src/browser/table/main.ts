/** Table of submissions: filters that act at once, choice of columns, selection of rows, keys, pictures. */
import '../lightbox/main';
import './cell-keys';
import './cells';
import './column-choice';
import './filters';
import './selection';
