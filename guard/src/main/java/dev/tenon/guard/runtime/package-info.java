/**
 * A guard that runs from a configuration and applies its changes, and the review of pinned tools. The configuration
 * itself is in {@link dev.tenon.guard.config}. For applications that run a guard as the {@code tenon} command does.
 */
@NullMarked
package dev.tenon.guard.runtime;

import org.jspecify.annotations.NullMarked;
