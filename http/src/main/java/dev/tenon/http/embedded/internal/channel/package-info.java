/**
 * Netty handlers of accepted channels: framing of requests, pacing of reads, and limits on memory. Handling of requests
 * is in {@code .connection}. For the server itself.
 */
package dev.tenon.http.embedded.internal.channel;
