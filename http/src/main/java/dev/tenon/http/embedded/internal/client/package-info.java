/**
 * An HTTP client that runs on the event loops of the server, for forwarded calls. The client for other threads is in
 * {@code dev.tenon.client}. For the guard and the client.
 */
package dev.tenon.http.embedded.internal.client;
