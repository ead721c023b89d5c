/**
 * A request from arrival to response, sessions, and notifications to clients. The dispatch to handlers is in
 * {@code internal.dispatch}. For maintainers only.
 */
package dev.tenon.server.internal.request;
