/** @import { Proposal, RuleMeta } from '../types.ts' */

/**
 * Returns the message of a rule about a proposal. Nothing else of a proposal's data is read outside of its rule.
 * @param {RuleMeta} rule
 * @param {Proposal} proposal
 */
export function messageOf({ messages, summary }, { messageId, data }) {
  const template = messages[messageId] ?? summary;
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in data ? String(data[name]) : whole));
}
