/**
 * Calls of clients without a session, and calls that are suspended between two client requests. Forwarding common to
 * all clients is in {@code internal.forwarder}. Internal to the guard.
 */
@NullMarked
package dev.tenon.guard.internal.stateless;

import org.jspecify.annotations.NullMarked;
