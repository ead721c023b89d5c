/**
 * HTTP connections with their requests and responses, and WebSockets. The Netty handlers below them are in {@code
 * .channel}. For the server itself.
 */
package dev.tenon.http.embedded.internal.connection;
