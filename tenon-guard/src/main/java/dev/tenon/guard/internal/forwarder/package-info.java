/** The way of one message through the guard: policies, upstream connections, and back. */
@NullMarked
package dev.tenon.guard.internal.forwarder;

import org.jspecify.annotations.NullMarked;
