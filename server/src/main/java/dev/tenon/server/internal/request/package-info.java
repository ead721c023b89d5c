/**
 * A request from arrival to response, sessions, and notifications to clients. The dispatch to handlers is in
 * {@code internal.dispatch}. For maintainers only.
 */
@NullMarked
package dev.tenon.server.internal.request;

import org.jspecify.annotations.NullMarked;
