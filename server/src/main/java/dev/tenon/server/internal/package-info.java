/**
 * The implementation of a server: this package connects its components. They are in the subpackages {@code connection},
 * {@code dispatch}, {@code feature}, {@code forwarder}, {@code http}, {@code limit}, {@code observer} and
 * {@code request}. For maintainers only; it is not exported.
 */
package dev.tenon.server.internal;
