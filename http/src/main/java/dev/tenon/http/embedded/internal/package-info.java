/**
 * The configuration shared by the implementation packages of the HTTP server. The public API is in {@code
 * dev.tenon.http.embedded}. For the server itself.
 */
package dev.tenon.http.embedded.internal;
