/**
 * The policies that validate arguments and results of tools against the schemas that the servers list. Rules that the
 * operator writes are in {@code dev.tenon.guard.policy.argument}. For users who build policies without a configuration
 * file.
 */
@NullMarked
package dev.tenon.guard.policy.schema;

import org.jspecify.annotations.NullMarked;
