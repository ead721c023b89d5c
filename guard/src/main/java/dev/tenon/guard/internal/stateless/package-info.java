/**
 * Calls of clients without a session, and calls that are suspended between two client requests. Forwarding common to
 * all clients is in {@code internal.forwarder}. Internal to the guard.
 */
package dev.tenon.guard.internal.stateless;
