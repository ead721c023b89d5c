/** The HTTP endpoint: POST, GET, streams, and sessions over HTTP. */
@NullMarked
package dev.tenon.server.internal.http;

import org.jspecify.annotations.NullMarked;
