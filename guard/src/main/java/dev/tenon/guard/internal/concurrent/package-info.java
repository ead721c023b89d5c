/**
 * The threads of a guard, usage counting, and single-flight execution. Upstream connections are in {@code
 * internal.forwarder}. Internal to the guard.
 */
package dev.tenon.guard.internal.concurrent;
