/**
 * The threads of a guard, usage counting, and single-flight execution. Upstream connections are in {@code
 * internal.forwarder}. Internal to the guard.
 */
@NullMarked
package dev.tenon.guard.internal.concurrent;

import org.jspecify.annotations.NullMarked;
