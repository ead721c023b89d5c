/**
 * The policy that decides which callers may use which tools, resources and prompts. Rules about the arguments of calls
 * are in {@code dev.tenon.guard.policy.argument}. For users who build policies without a configuration file.
 */
@NullMarked
package dev.tenon.guard.policy.access;

import org.jspecify.annotations.NullMarked;
