/** Forwards requests to another server. The SPI is in {@code dev.tenon.server.forwarder}. For maintainers only. */
@NullMarked
package dev.tenon.server.internal.forwarder;

import org.jspecify.annotations.NullMarked;
