package dev.tenon.http.embedded;

/**
 * Numbers of what is going on in an embedded HTTP server.
 *
 * @param requests requests that have come and are not answered yet, or whose answers have not left
 * @param bodyBytes the bytes of bodies that {@link HttpBounds#bodyBytes} counts
 * @param refusedBodies how often a body was refused because of that bound, since the start
 */
public record HttpStatus(int requests, long bodyBytes, long refusedBodies) {}
