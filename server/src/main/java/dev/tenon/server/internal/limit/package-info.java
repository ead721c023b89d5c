/**
 * Counters and validators that enforce the limits on requests, subscriptions and memory. The values are in
 * {@code dev.tenon.server.Limits}. For maintainers only.
 */
@NullMarked
package dev.tenon.server.internal.limit;

import org.jspecify.annotations.NullMarked;
