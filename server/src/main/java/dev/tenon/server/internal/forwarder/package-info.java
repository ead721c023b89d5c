/** Forwards requests to another server. The SPI is in {@code dev.tenon.server.forwarder}. For maintainers only. */
package dev.tenon.server.internal.forwarder;
