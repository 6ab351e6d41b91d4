/**
 * Ends all transitions, which progress in virtual time by chance. Returns true if any ran. The page learns of it with
 * the next frame. Runs in the page.
 * @returns {boolean}
 */
export function endTransitions() {
  const running = document
    .getAnimations()
    .filter(
      ({ effect, playState }) =>
        playState !== 'finished' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    );
  for (const animation of running) animation.finish();
  return running.length > 0;
}
