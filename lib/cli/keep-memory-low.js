import { setFlagsFromString } from 'node:v8';

/**
 * Has the heap collected sooner than is usual where memory is plenty: pages come and go by the thousand, and their
 * garbage would take some hundreds of megabytes to save a few seconds in a hundred. The nursery may grow: held at its
 * first size, it costs half as much time again where pages are parsed. Called once all code is loaded.
 */
export function keepMemoryLow() {
  setFlagsFromString('--heap-growing-percent=30');
}
