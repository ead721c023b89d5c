/**
 * Finding the handler of a method and running it. The handlers are in {@code internal.feature} and
 * {@code internal.forwarder}, the state of a request in {@code internal.request}. For maintainers only.
 */
package dev.tenon.server.internal.dispatch;
