/**
 * The interface of policies, which decide on each message that passes through a guard in either direction, and the
 * chain that evaluates them. The policies are in the packages below and in {@code dev.tenon.guard.content}, their
 * configuration in {@code dev.tenon.guard.config}. For users who read findings or write policies of their own.
 */
@NullMarked
package dev.tenon.guard.policy;

import org.jspecify.annotations.NullMarked;
