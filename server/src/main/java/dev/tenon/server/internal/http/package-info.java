/**
 * The HTTP endpoint: requests, streams and sessions over HTTP. HTTP containers are in {@code tenon-http} and
 * {@code tenon-servlet}. For maintainers only.
 */
package dev.tenon.server.internal.http;
