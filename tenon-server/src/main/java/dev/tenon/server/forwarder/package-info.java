/** An SPI for proxies: requests are forwarded to another server. */
@NullMarked
package dev.tenon.server.forwarder;

import org.jspecify.annotations.NullMarked;
