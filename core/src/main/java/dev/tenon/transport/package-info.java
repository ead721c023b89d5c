/**
 * Full-duplex channels that carry whole messages as bytes: the {@link dev.tenon.transport.DuplexChannel} interface,
 * standard input and output, and an in-memory pair. Messages are not parsed here (see {@code dev.tenon.jsonrpc}), and
 * the HTTP transports are in other modules. For applications that choose or implement a transport.
 */
@NullMarked
package dev.tenon.transport;

import org.jspecify.annotations.NullMarked;
