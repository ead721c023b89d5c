/** Limits on requests, subscriptions and memory. */
@NullMarked
package dev.tenon.server.internal.limit;

import org.jspecify.annotations.NullMarked;
