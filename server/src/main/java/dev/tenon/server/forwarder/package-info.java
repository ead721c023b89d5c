/**
 * The SPI for proxies: requests are forwarded to another server instead of handlers in this process. Servers with own
 * tools, resources and prompts do not need it; see {@code dev.tenon.server.feature}. For authors of MCP proxies and
 * gateways.
 */
@NullMarked
package dev.tenon.server.forwarder;

import org.jspecify.annotations.NullMarked;
