import { channel } from 'node:diagnostics_channel';

/**
 * Something outside of this process that has to go when the process ends.
 * @typedef {{ kind: 'folder', id: string, isHeld: boolean } | { kind: 'process', id: number, isHeld: boolean }} Held
 */

/**
 * Tells what is held. A run in a thread of its own may be ended at any time: its supervisor gives back what it held.
 */
export const HELD = 'pagethrift:held';

const held = channel(HELD);

/** @param {Held} one */
export function publishHeld(one) {
  if (held.hasSubscribers) held.publish(one);
}
