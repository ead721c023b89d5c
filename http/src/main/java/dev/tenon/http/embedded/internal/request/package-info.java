/**
 * Parsing of request heads and of request boundaries. Handling of requests is in {@code .connection}. For the server
 * itself.
 */
package dev.tenon.http.embedded.internal.request;
