/**
 * Counters and validators that enforce the limits on requests, subscriptions and memory. The values are in
 * {@code dev.tenon.server.Limits}. For maintainers only.
 */
package dev.tenon.server.internal.limit;
