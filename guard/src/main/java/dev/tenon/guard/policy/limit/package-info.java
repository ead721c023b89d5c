/**
 * The policies that limit how often tools are called and how large arguments and results may be. Limits of the
 * transports and of the guard as a whole are in {@code dev.tenon.guard.config.LimitSettings}. For users who build
 * policies without a configuration file.
 */
@NullMarked
package dev.tenon.guard.policy.limit;

import org.jspecify.annotations.NullMarked;
