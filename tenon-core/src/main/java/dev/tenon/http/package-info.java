/**
 * What HTTP adds to the protocol, for server and client alike and without any HTTP library: names and encodings of
 * headers, statuses, media types, the check of origins, and server-sent events.
 */
@NullMarked
package dev.tenon.http;

import org.jspecify.annotations.NullMarked;
