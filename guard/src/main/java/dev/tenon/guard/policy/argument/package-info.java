/**
 * The policy and the rules for arguments of tool calls: paths, URLs, patterns and ranges. Checks against the schemas
 * that the servers themselves list are in {@code dev.tenon.guard.policy.schema}. For users who build policies without a
 * configuration file.
 */
@NullMarked
package dev.tenon.guard.policy.argument;

import org.jspecify.annotations.NullMarked;
