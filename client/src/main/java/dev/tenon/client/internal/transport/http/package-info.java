/**
 * Sending HTTP requests with redirects and credentials, and reading responses. The MCP transports over HTTP are in
 * {@code .streamable} and {@code .network}. For the client itself.
 */
package dev.tenon.client.internal.transport.http;
