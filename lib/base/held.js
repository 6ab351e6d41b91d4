import { channel } from 'node:diagnostics_channel';

/**
 * A resource outside of this process that must be released when the process ends.
 * @typedef {{ kind: 'folder', id: string, isHeld: boolean } | { kind: 'process', id: number, isHeld: boolean }} Held
 */

/**
 * Channel that publishes held resources. A run in its own thread can be ended at any time. Its supervisor then releases
 * the resources.
 */
export const HELD = 'pagethrift:held';

const held = channel(HELD);

/** @param {Held} one */
export function publishHeld(one) {
  if (held.hasSubscribers) held.publish(one);
}
