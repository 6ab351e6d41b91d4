/** @import { Choice } from './types.ts' */

/**
 * Finds the choices that exclude each other: those of the same thing, those whose claims overlap, and one that copies a
 * file with one that writes it.
 * @param {readonly Choice[]} choices
 * @returns {ReadonlySet<number>[]}
 */
export function findConflicts(choices) {
  const conflicts = choices.map(() => /** @type {Set<number>} */ (new Set()));
  /** @param {number} a @param {number} b */
  const exclude = (a, b) => {
    conflicts[a].add(b);
    conflicts[b].add(a);
  };
  const withIndex = choices.map((choice, index) => ({ choice, index }));
  for (const group of Map.groupBy(withIndex, ({ choice }) => choice.thing).values()) {
    if (group[0].choice.thing === null) continue;
    for (const [at, one] of group.entries()) for (const other of group.slice(at + 1)) exclude(one.index, other.index);
  }
  const places = withIndex.flatMap(({ choice, index }) =>
    choice.claims.map(({ document, range }) => ({ index, document, ...range })),
  );
  for (const group of Map.groupBy(places, ({ document }) => document).values()) {
    const inOrder = group.sort((a, b) => a.start - b.start || a.end - b.end);
    for (const [at, one] of inOrder.entries()) {
      for (let next = at + 1; next < inOrder.length && inOrder[next].start < one.end; next += 1) {
        if (inOrder[next].index !== one.index) exclude(one.index, inOrder[next].index);
      }
    }
  }
  const writers = Map.groupBy(
    withIndex.flatMap(({ choice, index }) => (choice.writes ?? []).map((path) => ({ path, index }))),
    ({ path }) => path,
  );
  for (const { choice, index } of withIndex) {
    for (const path of choice.copies ?? []) {
      for (const writer of writers.get(path) ?? []) if (writer.index !== index) exclude(index, writer.index);
    }
  }
  return conflicts;
}

/**
 * Returns true if a choice has no conflict with the chosen ones.
 * @param {ReadonlySet<number>} excluded by the choice
 * @param {ReadonlySet<number>} chosen
 */
export function isFree(excluded, chosen) {
  for (const index of excluded) if (chosen.has(index)) return false;
  return true;
}

/**
 * Takes every choice that no earlier one excludes.
 * @param {Iterable<number>} order
 * @param {readonly ReadonlySet<number>[]} conflicts
 * @returns {ReadonlySet<number>}
 */
export function takeAll(order, conflicts) {
  /** @type {Set<number>} */
  const chosen = new Set();
  for (const index of order) if (isFree(conflicts[index], chosen)) chosen.add(index);
  return chosen;
}

/** Returns a set without one of its members. @param {ReadonlySet<number>} chosen @param {number} index */
export function leaveOut(chosen, index) {
  return new Set([...chosen].filter((each) => each !== index));
}
