/**
 * Mapping of exceptions to errors of the protocol, and logging of incidents. The exception types for handlers are in
 * {@code dev.tenon.server.feature} and {@code dev.tenon.server.call}. For maintainers only.
 */
package dev.tenon.server.internal.error;
