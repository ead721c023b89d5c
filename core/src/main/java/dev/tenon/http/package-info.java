/**
 * Contains the HTTP parts of the protocol for servers and clients, independent of an HTTP library: names and encodings
 * of headers, statuses, media types, origin checks and server-sent events. HTTP servers and clients are in the modules
 * tenon-http, tenon-servlet and tenon-client. For authors of transports.
 */
@NullMarked
package dev.tenon.http;

import org.jspecify.annotations.NullMarked;
